/**
 * Everything that the operation Get of a resource requires is in the items of its lists, so that the
 * next node can be mapped by drag and drop. test/workflow/outputPreviews.test.ts compares the previews
 * of the lists with their items.
 */
import type { Field, Service } from '../../nodes/engine/describe';
import { isHidden } from '../../nodes/engine/read/validate';
import { schemasOf } from '../../tools/generate/nodeMetadata';
import { nodesWithCases, operationsIn, type NamedOperation } from './kit/pack';
import { testEach } from './kit/testEach';

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

/** Lists without a preview, because their records are not published. */
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
	readonly id: string;
	readonly list: NamedOperation;
	/** The properties of an item that the fields of Get are mapped to. */
	readonly properties: readonly string[];
}

/** Fields of Get that must have a value in a new form. */
const requiredFields = ({ operation: { fields } }: NamedOperation): Array<[string, Field]> => {
	const defaults = Object.fromEntries(
		Object.entries(fields).map(([name, field]) => [name, field.default]),
	);
	return Object.entries(fields).filter(([, field]) => field.required && !isHidden(field, defaults));
};

const isListOfRecords = (service: Service, { id, key }: NamedOperation): boolean =>
	/^(getAll|explore)/.test(key) && otherRecords[`${service.name}.${id}`] === undefined;

/** The lists of all records that the operation Get also returns. */
const pairsOf = (service: Service): Pair[] =>
	operationsIn(service)
		.filter((list) => isListOfRecords(service, list))
		.flatMap((list) => {
			const id = `${service.name}.${list.id}`;
			const target = otherResources[id] ?? list.resource;
			const get = operationsIn(service).find((one) => one.id === `${target}.get`);
			const names = get ? requiredFields(get).map(([name]) => name) : [];
			if (names.length === 0 || unpublishedRecords.has(id)) return [];
			const ownId = idProperties[`${service.name}.${target}`] ?? idProperties[service.name] ?? 'id';
			return [{ id, list, properties: [...names.slice(0, -1), ownId] }];
		});

const services = nodesWithCases.map(({ service }) => service);

test('every exception is a list', () => {
	const lists = services.flatMap((service) =>
		operationsIn(service).map(({ id }) => `${service.name}.${id}`),
	);
	const exceptions = [
		...Object.keys(otherRecords),
		...Object.keys(otherResources),
		...unpublishedRecords,
	];
	expect(exceptions.filter((id) => !lists.includes(id))).toEqual([]);
});

describe.each(services.filter((service) => pairsOf(service).length > 0))('$label', (service) => {
	const previews = schemasOf(service);

	testEach(
		pairsOf(service),
		'the items of every list contain what Get requires',
		({ list, properties }) => {
			const preview = previews[`${list.resource}/${list.key}`] as { properties?: object };
			expect(Object.keys(preview.properties ?? {})).toEqual(expect.arrayContaining(properties));
		},
	);
});
