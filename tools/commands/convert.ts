// npm run convert -- <workflow.json> ...: converts exported workflows to the packages with a single
// service, and writes them to <workflow>.converted.json.
import { readFileSync, writeFileSync } from 'node:fs';
import { convertExport } from '../packages/convert';

const files = process.argv.slice(2);
if (files.length === 0) {
	console.error('Usage: npm run convert -- workflow.json ...');
	process.exitCode = 1;
}
for (const file of files) {
	try {
		const converted = convertExport(readFileSync(file, 'utf8'));
		const target = file.replace(/(\.json)?$/, '.converted.json');
		writeFileSync(target, converted);
		console.log(target);
	} catch (error) {
		console.error(`${file} was not converted. ${(error as Error).message}`);
		process.exitCode = 1;
	}
}
