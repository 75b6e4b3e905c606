import type { IDataObject } from 'n8n-workflow';
import { allFieldsOf, type Field } from '../../nodes/engine/describe';
import { placeholdersOf } from '../../nodes/engine/plan/path';
import type { NamedOperation } from '../contract/kit/pack';
import { sampleInput } from '../contract/kit/sampleInput';
import { runOperation, shortWaitOptions, testedServices } from './kit/anyOperation';
import { rawServersPerTest, respondWithJson } from './kit/rawServer';
import { startRawService } from './kit/rawService';

/** The last field in the path of an operation that reads or deletes a record. */
function recordField({ id, operation }: NamedOperation): readonly [string, Field] | undefined {
	// The fields of the project are read first.
	if (['projectItem.get', 'projectItem.getAllView'].includes(id))
		return ['projectNumber', operation.fields.projectNumber!];
	const [, path] = /^(?:GET|DELETE) ([^?]+)/.exec(operation.request ?? '') ?? [];
	const name = placeholdersOf(path ?? '').at(-1);
	const field = name === undefined ? undefined : allFieldsOf(operation)[name];
	return field?.kind === 'id' ? [name!, field] : undefined;
}

/** For these operations, a record that was not found is a result. */
const isResult = ({ id }: NamedOperation): boolean =>
	['collaborator.check', 'gist.checkStar', 'star.check'].includes(id);

/** How each service reports a record that was not found. Default: status 404 without a body. */
const notFoundResponses: Readonly<Record<string, readonly [body: IDataObject, status: number]>> = {
	financeData: [{}, 410],
	mediaGeneration: [{ code: 'not_found', error: 'Not found' }, 404],
	migrationAssessment: [{ error: { status: 'NOT_FOUND', message: 'Not found' } }, 404],
};

const startServer = rawServersPerTest();

const escaped = (value: unknown): string => String(value).replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

const services = testedServices
	.map(({ service, operations, start }) => ({
		service,
		start,
		operations: operations.filter((found) => recordField(found) && !isResult(found)),
	}))
	.filter(({ operations }) => operations.length > 0)
	.map((one) => [one.service.label, one] as const);

test.each(services)(
	'%s: if a record was not found, the error names the record and says what to check',
	async (_, { operations, ...tested }) => {
		const { service } = tested;
		const { server, setup } = await startRawService(tested, startServer);
		server.respond = respondWithJson(...(notFoundResponses[service.name] ?? [{}, 404]));
		const errors: Record<string, unknown> = {};
		const expected: Record<string, unknown> = {};
		for (const found of operations) {
			const [name, { label }] = recordField(found)!;
			const input = sampleInput(service, found);
			const { error } = await runOperation(
				service,
				setup,
				found,
				[input],
				{ attempts: 1, ...shortWaitOptions(found) },
				{ settings: { onError: 'stopWorkflow' } },
			);
			errors[found.id] = `${error?.message}. ${error?.description}`;
			const record = `${label.replace(/ (?:ID|Name|Number)$/, '')} ${input[name] as string}`;
			expected[found.id] = expect.stringMatching(
				new RegExp(`^${escaped(record)} not found\\. .*Check its (?:ID|name|number)\\b`),
			);
		}
		expect(errors).toEqual(expected);
	},
);
