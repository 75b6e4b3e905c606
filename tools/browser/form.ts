/** Runs inside the page, so that hundreds of forms are opened in a minute: a click there costs no round trip. */

/** The little of a page that is needed here. The types of the whole would change those of Node for all tests. */
interface Part {
	readonly textContent: string;
	readonly value: string;
	click(): void;
	getAttribute(name: string): string | null;
	querySelector(selector: string): Part | null;
	querySelectorAll(selector: string): Iterable<Part>;
}
declare const document: Part & { getElementById(id: string): Part | null };
declare const requestAnimationFrame: (then: () => void) => void;

/** One choice from a dropdown of a node's form. */
export interface Choice {
	/** Name of the parameter. */
	readonly parameter: string;
	readonly label: string;
	/** Labels that the form has to show afterwards. */
	readonly shows?: readonly string[];
	/** A parameter whose own choices follow from this one, and what it may hold then. */
	readonly settles?: { readonly parameter: string; readonly labels: readonly string[] };
}

/**
 * Makes the choices one after another, as clicks do.
 * @returns the labels of the form after each
 * @throws Error naming the choice or the label that the form does not have
 */
export async function walkForm(choices: readonly Choice[]): Promise<string[][]> {
	const until = async <T>(what: string, look: () => T | undefined | false): Promise<T> => {
		for (const end = performance.now() + 10_000; ;) {
			const seen = look();
			if (seen) return seen;
			if (performance.now() > end) throw new Error(what);
			await new Promise((resolve: (nothing: void) => void) =>
				requestAnimationFrame(() => resolve()),
			);
		}
	};
	const inputOf = (parameter: string) =>
		document.querySelector(`[data-test-id="parameter-input-${parameter}"] input`) ?? undefined;
	const labels = () =>
		[...document.querySelectorAll('[data-test-id="node-parameters"] label [class*="title"]')].map(
			(title) => title.textContent.trim(),
		);
	const entries = (parameter: string) => [
		...(document
			.getElementById(inputOf(parameter)?.getAttribute('aria-controls') ?? '')
			?.querySelectorAll('li') ?? []),
	];
	const seen: string[][] = [];
	for (const { parameter, label, shows = [], settles } of choices) {
		const input = await until(`The form has no ${parameter}`, () => inputOf(parameter));
		if (input.value !== label) {
			input.click();
			const entry = await until(`${parameter} does not offer ${label}`, () =>
				entries(parameter).find(
					(one) => one.querySelector('.option-headline')?.textContent.trim() === label,
				),
			);
			entry.click();
		}
		await until(`${parameter} does not take ${label}`, () => inputOf(parameter)?.value === label);
		if (settles)
			await until(`${settles.parameter} does not follow ${label}`, () =>
				settles.labels.includes(inputOf(settles.parameter)?.value ?? ''),
			);
		await until(
			`${label} does not show ${shows.filter((one) => !labels().includes(one)).join(', ')}`,
			() => shows.every((one) => labels().includes(one)),
		);
		seen.push(labels());
	}
	return seen;
}
