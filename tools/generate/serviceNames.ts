/**
 * Spellings of a service's name. The template uses the spellings of "Sample Service" in file names,
 * identifiers and text.
 */
export interface ServiceNames {
	/** `Weather Reports`: labels and text. */
	readonly label: string;
	/** `WeatherReports`: classes and folders under nodes/. */
	readonly pascal: string;
	/** `weatherReports`: the node type, and most files. */
	readonly camel: string;
	/** `weather-reports`: docs pages, contract data and examples. */
	readonly kebab: string;
}

export const capitalize = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

/**
 * Accepts `weather-reports`, `weatherReports`, `WeatherReports` and `"Weather Reports"`.
 * @throws Error if no valid node name can be derived
 */
export function serviceNames(name: string): ServiceNames {
	const words = name
		.trim()
		.replace(/([a-z0-9])([A-Z])/g, '$1 $2')
		.split(/[\s_-]+/);
	if (!words.every((word) => /^[A-Za-z0-9]+$/.test(word)) || !/^[A-Za-z]/.test(name.trim()))
		throw new Error(
			`“${name}” is not a valid service name. Use letters and digits, starting with a letter, for example weather-reports.`,
		);
	// Reserved endings: `weatherTrigger` would be a trigger, `weatherTool` the AI tool of `weather`,
	// and `weatherApi` a credential.
	const ending = /^(trigger|tool|api|oauth2)$/i.exec(words.at(-1)!)?.[0];
	if (ending !== undefined)
		throw new Error(`A service name cannot end with “${ending}”. Remove the ending.`);
	const pascal = words.map((word) => capitalize(word.toLowerCase())).join('');
	const camel = pascal.charAt(0).toLowerCase() + pascal.slice(1);
	return {
		label: words.map(capitalize).join(' '),
		pascal,
		camel,
		kebab: camel.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`),
	};
}

const sample = serviceNames('Sample Service');

/** Replaces the template's names in text or in a path. */
export const rename = (text: string, names: ServiceNames): string =>
	(['pascal', 'camel', 'kebab', 'label'] as const).reduce(
		(renamed, spelling) => renamed.replaceAll(sample[spelling], names[spelling]),
		text,
	);
