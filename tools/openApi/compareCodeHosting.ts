// Usage: node tools/run.mjs tools/openApi/compareCodeHosting.ts <api.github.com.json>
// Compares the operations of Code Hosting with those that would be generated from GitHub's
// description, without an overlay.
import { codeHosting } from '../../nodes/CodeHosting/service';
import type { Field, Fields, Operation } from '../../nodes/engine/describe';
import { planService } from './plan';
import { readDocument } from './readDocument';

const withoutNames = (request: string): string =>
	request.replace(/\{[^}]*\}/g, '{}').split('?')[0]!;

/** The names that fields have in requests. */
const sentNames = (fields: Fields): Set<string> =>
	new Set(
		Object.entries(fields)
			.filter(([, field]: [string, Field]) => field.in !== 'none' && field.kind !== 'id')
			.map(([name, { apiName }]) => apiName ?? name),
	);

const hasCode = ({ run, batch, prepare, refine }: Operation): boolean =>
	[run, batch, prepare, refine].some((one) => one !== undefined);

async function main(file: string): Promise<void> {
	const { operations: plans } = planService(await readDocument(file), codeHosting.label);
	const generated = new Map(plans.map((plan) => [withoutNames(plan.request), plan]));
	const own = Object.entries(codeHosting.resources).flatMap(([resource, { operations }]) =>
		resource === 'apiRequest' ? [] : Object.values(operations),
	);
	const found = own.filter(({ request }) => request && generated.has(withoutNames(request)));
	const complete = found.filter(({ request, fields, options }) => {
		const plan = generated.get(withoutNames(request!))!;
		const names = sentNames({ ...plan.fields, ...plan.options });
		return [...sentNames({ ...fields, ...options })].every((name) => names.has(name));
	});
	const withoutCode = complete.filter((operation) => !hasCode(operation));
	console.log(`${own.length} operations of Code Hosting
${found.length} are generated
${complete.length} of them have all parameters that ours have
${withoutCode.length} of these need no code of their own`);
}

main(process.argv[2]!).catch((error: unknown) => {
	console.error(error);
	process.exitCode = 1;
});
