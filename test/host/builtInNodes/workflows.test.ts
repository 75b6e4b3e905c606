// The workflows of docs/from-built-in-nodes.md, executed in a real n8n: before with n8n's GitHub node,
// after with Code Hosting. Both change the same things in the local service.
import { readFileSync } from 'node:fs';
import type { IDataObject, INode } from 'n8n-workflow';
import type { Execution } from '../../../tools/n8n/execution';
import { N8N_VERSION, OLDER_N8N } from '../../../tools/n8n/install';
import type { StoredCredential, WorkflowSource } from '../../../tools/n8n/restTypes';
import { inRoot } from '../../../tools/system/paths';
import { contentsOf } from '../../services/codeHosting/contents';
import { startCodeService, type CodeService } from '../../services/codeHosting/service';
import { itemsOf, startTestN8n, type TestN8n } from '../kit/testN8n';

const kinds = ['before', 'after'] as const;
type Kind = (typeof kinds)[number];

let n8n: TestN8n;
const services = {} as Record<Kind, CodeService>;
const credentials: StoredCredential[] = [];

beforeAll(async () => {
	for (const kind of kinds)
		services[kind] = await startCodeService({ settings: { latencyMs: 0, publicDelayMs: 0 } });
	// In n8n 1.x, n8n's GitHub node writes the name of the storage instead of a binary file that is
	// stored on disk.
	n8n = await startTestN8n(
		N8N_VERSION === OLDER_N8N ? { N8N_DEFAULT_BINARY_DATA_MODE: 'default' } : {},
	);
	const { before, after } = services;
	credentials.push(
		await n8n.createCredential('githubApi', {
			server: before.url,
			user: '',
			accessToken: before.credential.data.token as string,
		}),
		await n8n.createCredential('codeHostingApi', after.credential.data),
	);
});
afterAll(async () => {
	await n8n?.close();
	await Promise.all(Object.values(services).map(async (service) => await service.close()));
});

const readWorkflow = (...path: string[]): WorkflowSource =>
	JSON.parse(readFileSync(inRoot(...path), 'utf8')) as WorkflowSource;

/** A workflow of the page. */
const fromPage = (name: string, kind: Kind): WorkflowSource =>
	readWorkflow('docs', 'from-built-in-nodes', `${name}-${kind}.json`);

/** Imports a workflow as a user would, and runs it. */
async function run(source: WorkflowSource, trigger?: string): Promise<Execution> {
	const { id } = await n8n.rest.createWorkflow({
		...source,
		nodes: source.nodes.map(withCredentials),
	});
	const execution = await n8n.rest.waitForExecution(await n8n.rest.runManually(id, trigger));
	expect(execution.error).toBeUndefined();
	return execution;
}

const withCredentials = (node: INode): INode => ({
	...node,
	...(node.credentials && {
		credentials: Object.fromEntries(
			// The data of nodes with other credentials is pinned.
			Object.keys(node.credentials).flatMap((type) => {
				const stored = credentials.find((credential) => credential.type === type);
				return stored ? [[type, { id: stored.id, name: stored.name }]] : [];
			}),
		),
	}),
});

const repositoryOf = (kind: Kind, name = 'hello-world') =>
	services[kind].world.repositories.find((repository) => repository.name === name)!;
const discussionsOf = (kind: Kind) => services[kind].discussions.of(repositoryOf(kind));

/** The properties of the items of a node that both workflows return. */
const outputOf = (execution: Execution, node: string, ...names: string[]): IDataObject[] =>
	itemsOf(execution, node).map(({ json }) =>
		Object.fromEntries(names.map((name) => [name, json[name]])),
	);

/** Runs both workflows. Returns what each of them returned and changed. */
async function runBoth<T>(
	name: string,
	read: (kind: Kind, execution: Execution) => T,
	trigger?: string,
): Promise<Record<Kind, T>> {
	const before = read('before', await run(fromPage(name, 'before'), trigger));
	return { before, after: read('after', await run(fromPage(name, 'after'), trigger)) };
}

test('creating an issue from a form', async () => {
	const { before, after } = await runBoth(
		'issue-from-form',
		(kind, execution) => {
			const output = outputOf(execution, 'Create Issue', 'number', 'title', 'state', 'html_url');
			const issue = discussionsOf(kind).issue(String(output[0]?.number));
			const { title, body, labels, assignees, author } = issue;
			return { created: { title, body, labels, assignees, author }, output };
		},
		'On Form Submission',
	);
	expect(after).toEqual(before);
	expect(before.created).toMatchObject({
		title: 'The export is empty',
		labels: ['bug', 'from form'],
		assignees: ['octocat'],
	});
});

test('commenting on and closing stale issues', async () => {
	for (const kind of kinds)
		for (const issue of discussionsOf(kind).all.slice(0, 2))
			Object.assign(issue, { state: 'open', updated_at: '2020-01-01T00:00:00Z' });
	const { before, after } = await runBoth('close-stale-issues', (kind, execution) => {
		const { all, comments } = discussionsOf(kind);
		return {
			issues: all.map(({ number, state, state_reason: reason }) => ({ number, state, reason })),
			comments: comments.map(({ number, author, body }) => ({ number, author, body })),
			output: outputOf(execution, 'Close', 'number', 'state', 'state_reason'),
		};
	});
	expect(after).toEqual(before);
	expect(before.output).toEqual(
		[1, 2].map((number) => ({ number, state: 'closed', state_reason: 'not_planned' })),
	);
});

test('backing up the files of a folder', async () => {
	const files = new Map<string, Buffer>([
		['docs/text.md', Buffer.from('Grüße\n')],
		['docs/image.png', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 0xff, 0xfe])],
	]);
	for (const kind of kinds) contentsOf(repositoryOf(kind)).write('main', 'Add files', files);
	const { before, after } = await runBoth('back-up-files', (kind) => {
		const contents = contentsOf(repositoryOf(kind, 'spoon-knife'));
		return Object.fromEntries(
			[...contents.treeOf()]
				.filter(([path]) => path.startsWith('backup/'))
				// The folder is named after the current date.
				.map(([path, { sha }]) => [path.split('/').at(-1), contents.blobs.get(sha)!])
				.sort(),
		);
	});
	expect(after).toEqual(before);
	expect(Object.keys(before)).toEqual(['guide.md', 'image.png', 'text.md']);
	expect(before['image.png']).toEqual(files.get('docs/image.png'));
	// One commit per file before, one commit for all files after.
	const commits = (kind: Kind): number =>
		contentsOf(repositoryOf(kind, 'spoon-knife'))
			.history()
			.filter(({ message }) => message.startsWith('Back up')).length;
	expect(kinds.map(commits)).toEqual([3, 1]);
});
