/** Fills the templates of a service. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { rename, type ServiceNames } from '../newService/names';

/**
 * The text of a template file with the names of a service.
 * @param folder `openApi` for the files that differ from those of `newService`
 * @param values texts of the template, each with its replacement
 */
export type Template = (
	folder: 'newService' | 'openApi',
	path: string,
	values?: Readonly<Record<string, string>>,
) => string;

/** @param root folder of package.json */
export const templatesOf =
	(root: string, names: ServiceNames): Template =>
	(folder, path, values = {}) => {
		let text = readFileSync(join(root, 'tools', folder, 'template', path), 'utf8');
		for (const [sample, value] of Object.entries(values)) {
			if (!text.includes(sample))
				throw new Error(`The template ${path} does not contain ${sample}`);
			text = text.replaceAll(sample, () => value);
		}
		return rename(text, names);
	};
