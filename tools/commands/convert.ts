// npm run convert -- <workflow.json> ...: converts exported workflows to the packages with a single
// service, and writes them to <workflow>.converted.json.
import { readFileSync, writeFileSync } from 'node:fs';
import { convertWorkflow } from '../packages/convert';

const files = process.argv.slice(2);
if (files.length === 0) {
	console.error('Usage: npm run convert -- workflow.json ...');
	process.exitCode = 1;
}
for (const file of files) {
	const exported = JSON.parse(readFileSync(file, 'utf8')) as Parameters<typeof convertWorkflow>[0];
	// n8n's command line exports several workflows as a list.
	const converted = Array.isArray(exported)
		? exported.map(convertWorkflow)
		: convertWorkflow(exported);
	const target = file.replace(/(\.json)?$/, '.converted.json');
	writeFileSync(target, `${JSON.stringify(converted, null, 2)}\n`);
	console.log(target);
}
