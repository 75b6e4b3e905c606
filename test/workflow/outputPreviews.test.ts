/**
 * Runs every operation that has an output preview in the editor on the published responses of its
 * service. The preview must have exactly the keys of the items.
 */
import type { IDataObject } from 'n8n-workflow';
import { schemasOf } from '../../tools/generate/nodeMetadata';
import type { NamedOperation } from '../contract/kit/pack';
import {
	isReadOnly,
	runOperation,
	shortWaitOptions,
	testedServices,
	type TestedService,
} from './kit/anyOperation';
import type { NodeSetup } from './kit/executor';
import { previewDifferences } from './kit/previewDifferences';
import { publishedResponses } from './kit/publishedResponses';
import type { RawServer } from './kit/rawServer';
import { startRawService } from './kit/rawService';
import { sampleInput } from '../contract/kit/sampleInput';

let server: RawServer;
let setup: NodeSetup;

/**
 * Sample values for an operation. For a read, options are left out, because they could change the
 * output. For a write, options are included, because some writes only send options.
 */
const formInput = ({ service }: TestedService, found: NamedOperation): IDataObject => {
	const input = sampleInput(service, found);
	if (!isReadOnly(found.operation)) return input;
	return Object.fromEntries(
		Object.keys(found.operation.fields)
			.filter((name) => input[name] !== undefined)
			.map((name) => [name, input[name]]),
	);
};

/** Keys with a prefix that depends on the vendor in the credential. Previews do not have them. */
const vendorKeys = new Set(['github_owned_allowed']);

const withoutVendorKeys = (json: IDataObject): IDataObject =>
	Object.fromEntries(Object.entries(json).filter(([key]) => !vendorKeys.has(key)));

/** The items of all published responses. */
async function outputs(tested: TestedService, found: NamedOperation): Promise<IDataObject[]> {
	const published = publishedResponses(tested.service);
	const input = formInput(tested, found);
	const canPoll = found.operation.fields.wait?.choices?.some(({ value }) => value === 'polling');
	// With By Polling, an operation returns the finished job instead of the accepted one.
	const inputs = [input, ...(canPoll ? [{ ...input, wait: 'polling' }] : [])];
	const items: IDataObject[] = [];
	for (let variant = 0; variant === 0 || variant < published.variants; variant++) {
		server.respond = published.respondWithVariant(variant, server.url);
		for (const values of inputs) {
			const options = { attempts: 1, ...shortWaitOptions(found) };
			const result = await runOperation(tested.service, setup, found, [values], options, {
				parameters: { limit: 1 },
			});
			expect(published.unknown).toEqual([]);
			for (const { json } of result.items) {
				// The first response is a success. Others may describe a failure.
				if (variant === 0) expect(json.error).toBeUndefined();
				if (json.error === undefined) items.push(withoutVendorKeys(json));
			}
		}
	}
	return items;
}

describe.each(testedServices.map((tested) => [tested.service.label, tested] as const))(
	'%s',
	(_, tested) => {
		const previews = schemasOf(tested.service);

		beforeAll(async () => {
			({ server, setup } = await startRawService(tested));
		});
		afterAll(async () => await server.close());

		// Its response is a stream, which test/workflow/reports/instanceCloud.test.ts sends.
		const described = tested.operations.filter(
			({ id, resource, key }) => previews[`${resource}/${key}`] && id !== 'instance.getEvents',
		);

		test.each(described)('the preview of $id has exactly the keys of the items', async (found) => {
			const items = await outputs(tested, found);
			expect(items.length).toBeGreaterThan(0);
			expect(previewDifferences(previews[`${found.resource}/${found.key}`]!, items)).toEqual([]);
		});
	},
);
