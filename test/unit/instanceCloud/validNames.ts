import fc from 'fast-check';

const label = fc
	.stringMatching(/^[A-Za-z]([A-Za-z0-9]|-[A-Za-z0-9]){0,30}$/)
	.filter((text) => text.length <= 63);

/** Random valid names of objects: labels separated by dots. */
export const validNames = fc
	.array(label, { minLength: 1, maxLength: 4 })
	.map((labels) => labels.join('.'))
	.filter((text) => text.length <= 121);
