/**
 * Everything that the operation Get of a resource requires is in the items of its lists, so that the
 * next node can be mapped by drag and drop.
 */
import type { IDataObject } from 'n8n-workflow';
import type { Field, Service } from '../../nodes/engine/describe';
import { isHidden } from '../../nodes/engine/read/validate';
import { nodesWithCases, type NamedOperation } from '../contract/kit/pack';
import { sampleInput } from '../contract/kit/sampleInput';
import { authenticationFor, runOperation, testedServices } from './kit/anyOperation';
import { runNode, type NodeSetup } from './kit/executor';
import { byId } from './kit/locator';
import { publishedResponses } from './kit/publishedResponses';
import { respondWithJson, type RawServer } from './kit/rawServer';
import { startRawService } from './kit/rawService';

/** The property with the ID of the record, if it is not `id`. By service or resource. */
const idProperties: Readonly<Record<string, string>> = {
	instanceCloud: 'uuid',
	migrationAssessment: 'name',
	'codeHosting.branch': 'name',
	'codeHosting.codeScanningAlert': 'number',
	'codeHosting.commit': 'sha',
	'codeHosting.dependabotAlert': 'number',
	'codeHosting.discussion': 'number',
	'codeHosting.environment': 'name',
	'codeHosting.environmentSecret': 'name',
	'codeHosting.environmentVariable': 'name',
	'codeHosting.file': 'path',
	'codeHosting.issue': 'number',
	'codeHosting.gitReference': 'name',
	'codeHosting.label': 'name',
	'codeHosting.milestone': 'number',
	'codeHosting.organization': 'login',
	'codeHosting.organizationSecret': 'name',
	'codeHosting.organizationVariable': 'name',
	'codeHosting.pullRequest': 'number',
	'codeHosting.repository': 'name',
	'codeHosting.repositorySecret': 'name',
	'codeHosting.secretScanningAlert': 'number',
	'codeHosting.tag': 'name',
	'codeHosting.team': 'slug',
	'codeHosting.variable': 'name',
	'documentSearch.chunk': 'chunk_id',
	'documentSearch.query': 'query_id',
};

/** Lists whose records are not published. The server returns a record with only its ID. */
const unpublishedRecords: ReadonlySet<string> = new Set([
	'activityTracking.activity.getAll',
	'documentSearch.chunk.getAll',
	'financeData.attachment.getAll',
	'financeData.customerGroup.getAll',
	'financeData.subsidiary.getAll',
]);

/** Lists whose items are records of another resource, by list. */
const otherResources: Readonly<Record<string, string>> = {
	'codeHosting.commit.getAllCheckRuns': 'checkRun',
	'codeHosting.commit.getAllPullRequests': 'pullRequest',
	'codeHosting.pullRequest.getAllCommits': 'commit',
	'codeHosting.user.getAllIssues': 'issue',
};

/** Lists whose items are not records that Get returns. */
const otherRecords: Readonly<Record<string, string>> = {
	'activityTracking.activity.getAllComments': 'comments',
	'activityTracking.activity.getAllKudos': 'athletes',
	'activityTracking.activity.getAllLaps': 'laps',
	'activityTracking.activity.getAllPhotos': 'photos',
	'activityTracking.activity.getAllZones': 'zones',
	'activityTracking.club.getAllActivities': 'activities, without IDs',
	'activityTracking.club.getAllAdmins': 'athletes',
	'activityTracking.club.getAllEvents': 'events',
	'activityTracking.club.getAllMembers': 'athletes',
	'codeHosting.commit.getAllStatuses': 'statuses',
	'codeHosting.deployment.getAllStatuses': 'statuses',
	'codeHosting.discussion.getAllComments': 'comments',
	'codeHosting.issue.getAllLabels': 'labels',
	'codeHosting.issue.getAllTimelineEvents': 'events',
	'codeHosting.organization.getAllInvitations': 'invitations',
	'codeHosting.organization.getAllMembers': 'users',
	'codeHosting.organization.getAllRepositories': 'repositories',
	'codeHosting.organizationPermission.getAllRepositories': 'repositories',
	'codeHosting.organizationRunner.getAllGroups': 'groups of runners',
	'codeHosting.organizationSecret.getAllRepositories': 'repositories',
	'codeHosting.organizationVariable.getAllRepositories': 'repositories',
	'codeHosting.pullRequest.getAllFiles': 'changes of files',
	'codeHosting.repository.getAllContributors': 'users',
	'codeHosting.repository.getAllForks': 'repositories of other owners',
	'codeHosting.repository.getAllLabels': 'labels',
	'codeHosting.repository.getAllStargazers': 'users',
	'codeHosting.repositorySecret.getAllOrganization': 'secrets of the organization',
	'codeHosting.team.getAllMembers': 'users',
	'codeHosting.team.getAllRepositories': 'repositories',
	'codeHosting.user.getAllRepositories': 'repositories',
	'financeData.other.getAll': 'records of any path',
	'instanceCloud.instance.getAllCheckpoints': 'checkpoints',
	'instanceCloud.instance.getAllTemplates': 'templates',
	'instanceCloud.volume.getAllTemplates': 'templates',
};

interface Pair {
	readonly title: string;
	readonly list: NamedOperation;
	readonly get: NamedOperation;
	/** Properties of an item by the field that they are mapped to. */
	readonly mapping: Readonly<Record<string, string>>;
}

/** Fields of Get that must have a value in a new form. */
const requiredFields = ({ operation: { fields } }: NamedOperation): Array<[string, Field]> => {
	const defaults = Object.fromEntries(
		Object.entries(fields).map(([name, field]) => [name, field.default]),
	);
	return Object.entries(fields).filter(([, field]) => field.required && !isHidden(field, defaults));
};

/** An object with a value at a path. */
const nested = (path: string | undefined, value: unknown): unknown =>
	(path?.split('.') ?? []).reduceRight<unknown>((inner, key) => ({ [key]: inner }), value);

const isListOfRecords = (service: Service, { id, key }: NamedOperation): boolean =>
	/^(getAll|explore)/.test(key) && otherRecords[`${service.name}.${id}`] === undefined;

/** The lists of all records that the operation Get also returns. */
function pairsOf({ service, operations }: (typeof testedServices)[number]): Pair[] {
	return operations
		.filter((list) => isListOfRecords(service, list))
		.flatMap((list) => {
			const target = otherResources[`${service.name}.${list.id}`] ?? list.resource;
			const get = operations.find(({ id }) => id === `${target}.get`);
			const names = get ? requiredFields(get).map(([name]) => name) : [];
			const ownId = names.at(-1);
			if (!get || ownId === undefined) return [];
			const idProperty =
				idProperties[`${service.name}.${target}`] ?? idProperties[service.name] ?? 'id';
			const mapping = Object.fromEntries(names.map((name) => [name, name]));
			return [{ title: list.id, list, get, mapping: { ...mapping, [ownId]: idProperty } }];
		});
}

const services = testedServices
	.filter(({ service }) => nodesWithCases.some((node) => node.service === service))
	.map((tested) => ({ label: tested.service.label, tested, pairs: pairsOf(tested) }))
	.filter(({ pairs }) => pairs.length > 0);

test('every exception is a list', () => {
	const lists = testedServices.flatMap(({ service, operations }) =>
		operations.map(({ id }) => `${service.name}.${id}`),
	);
	const exceptions = [
		...Object.keys(otherRecords),
		...Object.keys(otherResources),
		...unpublishedRecords,
	];
	expect(exceptions.filter((id) => !lists.includes(id))).toEqual([]);
});

describe.each(services)('$label', ({ tested, pairs }) => {
	const { service } = tested;
	let server: RawServer;
	let setup: NodeSetup;

	beforeAll(async () => {
		({ server, setup } = await startRawService(tested));
	});
	afterAll(async () => await server.close());

	test.each(pairs)(
		'an item of $title contains what Get requires',
		async ({ list, get, mapping }) => {
			const published = publishedResponses(service);
			const isUnpublished = unpublishedRecords.has(`${service.name}.${list.id}`);
			const record = { [Object.values(mapping).at(-1)!]: '12345' };
			server.respond = isUnpublished
				? respondWithJson(nested(list.operation.paging?.rows as string | undefined, [record]))
				: published.respondWithVariant(0, server.url);
			const sample = sampleInput(service, list);
			const input = Object.fromEntries(requiredFields(list).map(([name]) => [name, sample[name]]));
			const listed = await runOperation(
				service,
				setup,
				list,
				[input],
				{ attempts: 1 },
				{
					parameters: { limit: 1 },
				},
			);
			expect(listed.items[0]?.json.error).toBeUndefined();
			const { json } = listed.items[0]!;
			for (const [name, property] of Object.entries(mapping)) {
				expect(json).toHaveProperty(property);
				// The parents are the ones that the list was read from.
				if (name === property && input[name] !== undefined)
					expect(String(json[property])).toBe(String(input[name]));
			}

			server.received.length = 0;
			if (isUnpublished) server.respond = respondWithJson(record);
			const result = await runNode(setup, {
				parameters: {
					resource: get.resource,
					operation: get.key,
					...authenticationFor(service, setup),
					...Object.fromEntries(
						Object.entries(mapping).map(([name, property]) => {
							const value = `={{ $json.${property} }}`;
							const isId = get.operation.fields[name]!.kind === 'id';
							return [name, isId ? byId(value) : value];
						}),
					),
					options: { requestOptions: { attempts: 1 } },
				},
				items: [{ json }],
			});
			expect(result.error?.message).toBeUndefined();
			expect(published.unknown).toEqual([]);
			const sent = server.received
				.map(({ target, body }) => `${decodeURIComponent(target)} ${String(body)}`)
				.join('\n');
			for (const property of Object.values(mapping))
				expect(sent).toContain(String((json as IDataObject)[property]));
		},
	);
});
