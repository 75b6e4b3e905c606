/**
 * The lists of all resource locators explain why they are empty. n8n sends the hint of an error to
 * the editor only if it is a NodeApiError.
 */
import { type IDataObject, NodeApiError } from 'n8n-workflow';
import { allFieldsOf, type Field, type Paging } from '../../nodes/engine/describe';
import { placeholdersOf } from '../../nodes/engine/plan/path';
import { authenticationFor, testedServices } from './kit/anyOperation';
import type { NodeSetup } from './kit/executor';
import { byId } from './kit/locator';
import { lookUp } from './kit/lookups';
import { respondWithJson } from './kit/rawServer';
import { startRawService, type RawService } from './kit/rawService';

interface List {
	readonly method: string;
	readonly field: Field;
	/** The resource locators in the request line. */
	readonly parents: readonly string[];
	readonly parameters: IDataObject;
}

/** Values of the parameters that show a field. */
const conditionsOf = (field?: Field) =>
	Object.entries(field?.show ?? {}).map(([name, [value]]) => [name, value] as const);

/** All lists that are loaded from the service and have no known entries to show instead. */
function listsOf({ operations }: (typeof testedServices)[number]): List[] {
	const lists = new Map<string, List>();
	for (const { resource, key, operation } of operations) {
		for (const field of Object.values(allFieldsOf(operation))) {
			if (!field.lookup || field.lookup.fallback || lists.has(field.listMethod!)) continue;
			const [line] = [field.lookup.request].flat();
			const parents = placeholdersOf(line!).filter((name) =>
				operations.some(({ operation: { fields } }) => fields[name]?.kind === 'id'),
			);
			lists.set(field.listMethod!, {
				method: field.listMethod!,
				field,
				parents,
				parameters: {
					resource,
					operation: key,
					...Object.fromEntries(parents.flatMap((name) => conditionsOf(operation.fields[name]))),
					...Object.fromEntries(parents.map((name) => [name, byId(`the-${name}`)])),
				},
			});
		}
	}
	return [...lists.values()];
}

const withoutRows = (path?: Paging['rows']): unknown =>
	typeof path === 'function'
		? {}
		: path === undefined
			? []
			: path.split('.').reduceRight<unknown>((value, key) => ({ [key]: value }), []);

const services = testedServices
	.map((tested) => ({ label: tested.service.label, tested, lists: listsOf(tested) }))
	.filter(({ lists }) => lists.length > 0);

describe.each(services)('$label', ({ tested, lists }) => {
	const { service } = tested;
	let server: RawService['server'];
	let credential: RawService['credential'];
	let setup: NodeSetup;

	beforeAll(async () => {
		({ server, credential, setup } = await startRawService(tested));
	});
	afterAll(async () => await server.close());

	const errorOf = async (
		{ method, parameters }: List,
		more: IDataObject = {},
		used: NodeSetup = setup,
	): Promise<NodeApiError> => {
		const error: unknown = await lookUp(used, method, {
			...authenticationFor(service, setup),
			...parameters,
			...more,
		}).then(
			() => undefined,
			(reason: unknown) => reason,
		);
		expect(error).toBeInstanceOf(NodeApiError);
		return error as NodeApiError;
	};

	test.each(lists)('$method: nothing there', async (list) => {
		server.respond = respondWithJson(withoutRows(list.field.lookup!.rows));
		const { message, description } = await errorOf(list);
		expect(message).toBe(`No entries in ${list.field.label}`);
		expect(description).toMatch(
			/ returned no entries.* create one\. .* a credential .* select By (?:ID|Name)\.$/,
		);
		const { token, apiKey, accessToken } = credential.data;
		for (const secret of [token, apiKey, accessToken].filter(Boolean))
			expect(description).not.toContain(secret);
	});

	test.each(lists)('$method: nothing that matches the search text is no error', async (list) => {
		server.respond = respondWithJson(withoutRows(list.field.lookup!.rows));
		const parameters = { ...authenticationFor(service, setup), ...list.parameters };
		expect(await lookUp(setup, list.method, parameters, 'no-such-name')).toMatchObject({
			results: [],
		});
	});

	test.each(lists)('$method: no access', async (list) => {
		server.respond = respondWithJson({ message: 'Forbidden' }, 403);
		const { message, description, httpCode } = await errorOf(list);
		expect(httpCode).toBe('403');
		expect(message).not.toBe('');
		expect(description).toBeTruthy();
	});

	test.each(lists)('$method: no credential', async (list) => {
		const { message, description } = await errorOf(list, {}, { ...setup, credentials: {} });
		expect(message).toBe('No credential is selected');
		expect(description).toContain(`Select or create a credential for ${service.label}`);
	});

	const withDefault = new Set(Object.keys(service.defaults?.({}) ?? {}));
	const dependent = lists.filter(
		({ field, parents }) =>
			parents.some((name) => !withDefault.has(name)) && [field.lookup!.request].flat().length === 1,
	);
	if (dependent.length > 0)
		test.each(dependent)('$method: nothing selected that it depends on', async (list) => {
			const missing = Object.fromEntries(list.parents.map((name) => [name, byId('')]));
			const { message } = await errorOf(list, missing);
			expect(message).toMatch(/^Select .* first$/);
		});
});
