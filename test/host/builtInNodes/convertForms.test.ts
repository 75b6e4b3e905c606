// The forms of n8n's nodes that the conversion of workflows uses are those of the installed n8n. `-u`
// updates them.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { INodeTypeDescription } from 'n8n-workflow';
import { builtInFormsFile, builtInFormsOf, printForms } from '../../../tools/convert/generateForms';
import { ensureN8n, NEWEST_N8N } from '../../../tools/n8n/install';
import { inRoot } from '../../../tools/system/paths';

test(`${builtInFormsFile} is up to date`, async () => {
	const { folder } = await ensureN8n(NEWEST_N8N);
	const path = join(folder, 'node_modules', 'n8n-nodes-base', 'dist', 'types', 'nodes.json');
	const descriptions = JSON.parse(readFileSync(path, 'utf8')) as INodeTypeDescription[];
	const forms = printForms(builtInFormsOf(descriptions));
	const file = inRoot(builtInFormsFile);
	const { _updateSnapshot: mode } = expect.getState().snapshotState as unknown as {
		_updateSnapshot: string;
	};
	if (mode === 'all' && existsSync(file)) writeFileSync(file, forms);
	expect(readFileSync(file, 'utf8')).toBe(forms);
}, 2_400_000);
