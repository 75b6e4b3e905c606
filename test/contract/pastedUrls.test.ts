// URLs that people copy from their browser, for each field with the mode By URL.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { INodeProperties, INodePropertyMode } from 'n8n-workflow';
import { parse } from 'yaml';
import { codeHosting } from '../../nodes/CodeHosting/service';
import { activityTracking } from '../../nodes/ActivityTracking/service';
import { taskList } from '../../nodes/TaskList/service';
import type { Service } from '../../nodes/engine/describe';
import { propertiesOf } from '../../nodes/engine/form/properties';
import { testEach } from './kit/testEach';

const urlModes = (service: Service): Map<string, INodePropertyMode> =>
	new Map(
		propertiesOf(service).flatMap(({ name, modes }: INodeProperties) => {
			const mode = modes?.find((one) => one.name === 'url');
			return mode ? [[name, mode] as const] : [];
		}),
	);

/** n8n anchors the pattern of a validation at both ends, but not the pattern that extracts. */
const validationOf = ({ validation }: INodePropertyMode): RegExp => {
	const [{ properties }] = validation as unknown as [{ properties: { regex: string } }];
	return new RegExp(`^${properties.regex}$`);
};

/** The values that the fields of a service take from URLs, by service, field and URL. */
const urls = parse(readFileSync(join(__dirname, 'pastedUrls.yaml'), 'utf8')) as Readonly<
	Record<string, Readonly<Record<string, Readonly<Record<string, string>>>>>
>;

describe.each([codeHosting, activityTracking, taskList])('$label', (service) => {
	const modes = urlModes(service);
	const given = urls[service.name]!;

	test('has URLs for every field with the mode By URL', () => {
		expect(Object.keys(given).sort()).toEqual([...modes.keys()].sort());
	});

	const rows = Object.entries(given).flatMap(([name, values]) =>
		Object.entries(values).map(([url, value]) => ({ id: `${name}: ${url}`, name, url, value })),
	);

	testEach(rows, 'every field accepts its URLs', ({ name, url, value }) => {
		const { extractValue } = modes.get(name)!;
		expect(url).toMatch(validationOf(modes.get(name)!));
		expect(new RegExp((extractValue as { regex: string }).regex).exec(url)?.[1]).toBe(value);
	});

	testEach(
		[...modes].map(([id, mode]) => ({ id, mode })),
		'every field rejects text that is not a URL of such a record',
		({ mode }) => {
			expect('hello-world').not.toMatch(validationOf(mode));
			expect('https://github.com').not.toMatch(validationOf(mode));
		},
	);
});
