// Selects options in a node's form, and measures how long it takes to open. Runs inside the page,
// because Playwright needs a round trip for each click, and there are hundreds of forms.

/**
 * The parts of the DOM that are used here. TypeScript's DOM types are not included, because they
 * would change Node's types for all tests.
 */
interface DomElement {
	readonly textContent: string;
	readonly value: string;
	click(): void;
	getAttribute(name: string): string | null;
	querySelector(selector: string): DomElement | null;
	querySelectorAll(selector: string): Iterable<DomElement>;
}
declare const document: DomElement & {
	getElementById(id: string): DomElement | null;
	addEventListener(type: string, listener: () => void, options: object): void;
};
declare const requestAnimationFrame: (callback: () => void) => void;

/** An option to select in a dropdown of a node's form. */
export interface Choice {
	/** Name of the parameter. */
	readonly parameter: string;
	/** Label of the option. */
	readonly label: string;
	/** Labels that the form must show after the selection. */
	readonly shows?: readonly string[];
	/**
	 * Another dropdown whose options depend on this one. After the selection, it must show one of
	 * these labels.
	 */
	readonly dependent?: { readonly parameter: string; readonly labels: readonly string[] };
}

/**
 * Selects the options one after another.
 * @returns the labels in the form after each selection
 * @throws Error that names the missing option or label
 */
export async function selectOptions(choices: readonly Choice[]): Promise<string[][]> {
	const waitFor = async <T>(message: string, find: () => T | undefined | false): Promise<T> => {
		for (const deadline = performance.now() + 60_000; ;) {
			const found = find();
			if (found) return found;
			if (performance.now() > deadline) throw new Error(message);
			await new Promise((resolve: (value: void) => void) => requestAnimationFrame(() => resolve()));
		}
	};
	const inputOf = (parameter: string) =>
		document.querySelector(`[data-test-id="parameter-input-${parameter}"] input`) ?? undefined;
	const labels = () =>
		[...document.querySelectorAll('[data-test-id="node-parameters"] label [class*="title"]')].map(
			(title) => title.textContent.trim(),
		);
	const optionsOf = (parameter: string) => [
		...(document
			.getElementById(inputOf(parameter)?.getAttribute('aria-controls') ?? '')
			?.querySelectorAll('li') ?? []),
	];
	const labelsAfterEach: string[][] = [];
	for (const { parameter, label, shows = [], dependent } of choices) {
		const input = await waitFor(`The form has no parameter ${parameter}`, () => inputOf(parameter));
		if (input.value !== label) {
			input.click();
			const option = await waitFor(`${parameter} has no option ${label}`, () =>
				optionsOf(parameter).find(
					(element) => element.querySelector('.option-headline')?.textContent.trim() === label,
				),
			);
			option.click();
		}
		await waitFor(
			`${parameter} does not change to ${label}`,
			() => inputOf(parameter)?.value === label,
		);
		if (dependent)
			await waitFor(`${dependent.parameter} does not update for ${label}`, () =>
				dependent.labels.includes(inputOf(dependent.parameter)?.value ?? ''),
			);
		await waitFor(
			`The form for ${label} does not show ${shows.filter((expected) => !labels().includes(expected)).join(', ')}`,
			() => shows.every((expected) => labels().includes(expected)),
		);
		labelsAfterEach.push(labels());
	}
	return labelsAfterEach;
}
