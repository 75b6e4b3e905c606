// npm run convert -- [--to pack|packages] <workflow.json> ...: converts exported workflows to the
// nodes of this pack, or from this pack to the packages with a single service. Writes them to
// <workflow>.converted.json, and prints a report.
import { readFileSync, writeFileSync } from 'node:fs';
import { readCommandLine, UsageError } from '../cli/options';
import { runMain } from '../cli/signals';
import { convertWorkflow, hasConvertibleNodes } from '../convert/convert';
import { printReport } from '../convert/printReport';
import { InvalidWorkflow, parseWorkflows, type Workflow } from '../convert/workflow';
import { convertWorkflow as convertToPackages } from '../packages/convert';

const usage = 'Usage: npm run convert -- [--to pack|packages] workflow.json ...';

function convertFile(file: string, to: string | undefined): void {
	const { workflows, isList } = parseWorkflows(readFileSync(file, 'utf8'));
	// A workflow of the pack has nothing to convert to the pack.
	const toPack = to === undefined ? workflows.some(hasConvertibleNodes) : to === 'pack';
	const target = file.replace(/(\.json)?$/, '.converted.json');
	const converted = workflows.map((workflow): Workflow => {
		if (!toPack) return convertToPackages(workflow as never);
		const result = convertWorkflow(workflow);
		console.log(`${workflow.name ?? file}: ${printReport(result.report)}`);
		return result.workflow;
	});
	writeFileSync(target, `${JSON.stringify(isList ? converted : converted[0], null, 2)}\n`);
	console.log(target);
}

runMain(async () => {
	const { values, positionals } = readCommandLine(usage, { to: { type: 'string' } });
	if (positionals.length === 0 || !['pack', 'packages', undefined].includes(values.to))
		throw new UsageError(usage);
	for (const file of positionals)
		try {
			convertFile(file, values.to);
		} catch (error) {
			const isFile = error instanceof InvalidWorkflow || (error as { code?: string }).code;
			if (!isFile) throw error;
			console.error(`${file}: ${(error as Error).message}`);
			process.exitCode = 1;
		}
	return await Promise.resolve();
});
