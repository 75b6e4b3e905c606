const locator = (mode: string, value: unknown) => ({
	__rl: true as const,
	mode,
	value: String(value),
});

/** The value of a resource locator in the mode By ID. */
export const byId = (value: unknown) => locator('id', value);

/** The value of a resource locator in the mode By Name. */
export const byName = (value: unknown) => locator('name', value);
