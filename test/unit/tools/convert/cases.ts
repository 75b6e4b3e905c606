/** Tests of conversions from a table in YAML, whose first lines describe its keys. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import type { Conversion } from '../../../../tools/convert/builtInNode';

interface Case {
	readonly name: string;
	readonly type?: string;
	readonly version?: number;
	readonly given?: object;
	readonly more?: object;
	readonly becomes?: object;
	readonly equal?: Readonly<Record<string, unknown>>;
	readonly missing?: readonly string[];
	readonly remark?: string;
	readonly todo?: string;
}

const at = (value: unknown, path: string): unknown =>
	path
		.split('.')
		.reduce<unknown>((inner, key) => (inner as Record<string, unknown> | undefined)?.[key], value);

/** @param file name of the table in this folder */
export const testCases = (file: string, convert: (one: Case) => Conversion | undefined): void => {
	const cases = parse(readFileSync(join(__dirname, file), 'utf8')) as Case[];
	test.each(cases)('$name', (one) => {
		const { becomes = {}, equal = {}, missing = [], remark, todo } = one;
		const result = convert(one);
		expect(result).toMatchObject(becomes);
		for (const [path, value] of Object.entries(equal)) expect(at(result, path)).toEqual(value);
		for (const path of missing) expect([path, at(result, path)]).toEqual([path, undefined]);
		if (remark !== undefined) expect(result!.remarks[0]!.what).toMatch(new RegExp(remark));
		if (todo !== undefined) expect(result!.remarks[0]!.todo).toMatch(new RegExp(todo));
	});
};
