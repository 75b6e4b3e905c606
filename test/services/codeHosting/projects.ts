// Projects of the organization and of the user, with their fields and items.

import { Reply } from '../kit/exchange';
import { notFound, validationError } from './errors';
import type { DiscussionStore } from './issues';
import { documented, userResponse } from './responses';
import { cursorList, type ApiRequest, type Context, type Routes } from './router';
import { fullName, ORGANIZATION, USER } from './world';

type Value = string | number | null;

interface ProjectItem {
	id: number;
	content_type: string;
	content: object;
	archived_at: string | null;
	values: Map<number, Value>;
}

const text = (raw: string) => ({ raw, html: raw });
const stamps = { created_at: '2026-01-05T09:00:00Z', updated_at: '2026-01-05T09:00:00Z' };
const STATUS = 2;
const FIELDS = [
	{ id: 1, name: 'Title', data_type: 'title' },
	{
		id: STATUS,
		name: 'Status',
		data_type: 'single_select',
		options: ['f75a Todo', '47fc In Progress', '9823 Done'].map((option) => ({
			id: option.slice(0, 4),
			name: text(option.slice(5)),
			color: 'GRAY',
			description: text(''),
		})),
	},
	{ id: 3, name: 'Estimate', data_type: 'number' },
	{ id: 4, name: 'Due', data_type: 'date' },
	{
		id: 5,
		name: 'Sprint',
		data_type: 'iteration',
		configuration: {
			start_day: 1,
			duration: 14,
			iterations: Object.entries({ a1: '2026-01-05', a2: '2026-01-19' }).map(([id, start]) => ({
				id,
				title: text(`Sprint ${id.slice(1)}`),
				start_date: start,
				duration: 14,
				completed: false,
			})),
		},
	},
	{ id: 6, name: 'Notes', data_type: 'text' },
].map((field) => ({ ...field, ...stamps }));
type ProjectField = (typeof FIELDS)[number];

const choicesOf = ({ options, configuration }: ProjectField): ReadonlyArray<{ id: string }> =>
	options ?? configuration?.iterations ?? [];

/** The items of the two projects, by owner. */
export class ProjectStore {
	readonly items: Readonly<Record<string, ProjectItem[]>> = {
		[ORGANIZATION]: [],
		[USER.login]: [],
	};
	private lastId = 12;

	add(owner: string, content_type: string, content: object): ProjectItem {
		const values = new Map<number, Value>([[STATUS, 'f75a']]);
		const item = { id: ++this.lastId, content_type, content, archived_at: null, values };
		this.items[owner]!.push(item);
		return item;
	}

	/** Undefined if there is no item with this node ID. */
	byNodeId(nodeId: string): ProjectItem | undefined {
		return Object.values(this.items)
			.flat()
			.find(({ id }) => `PVTI_${id}` === nodeId);
	}
}

export function projectRoutes(
	{ world, clock }: Context,
	issues: DiscussionStore,
	projects: ProjectStore,
): Routes {
	const ownerOf = ({ params }: ApiRequest): string => params.org ?? params.username!;

	const projectOf = (req: ApiRequest): object => {
		const owner = ownerOf(req);
		if (!(owner in projects.items) || (req.params.number ?? '1') !== '1') throw notFound();
		return documented.record('GET /orgs/:org/projectsV2/:number', {
			id: owner === ORGANIZATION ? 21 : 22,
			node_id: `PVT_${owner}`,
			number: 1,
			title: 'Roadmap',
			owner: userResponse(owner),
			state: 'open',
		});
	};
	const itemsOf = (req: ApiRequest): ProjectItem[] => {
		projectOf(req);
		return projects.items[ownerOf(req)]!;
	};

	const valueOf = (field: ProjectField, item: ProjectItem): unknown => {
		if (field.data_type === 'title') return text((item.content as { title: string }).title);
		const value = item.values.get(field.id) ?? null;
		if (value === null) return null;
		if (field.data_type === 'text') return text(String(value));
		return choicesOf(field).find(({ id }) => id === value) ?? value;
	};
	const itemResponse = ({ query }: ApiRequest, item: ProjectItem) => {
		// Without `fields`, the title is returned.
		const ids = (query.fields ?? '1').split(',');
		const { id, content_type, content, archived_at } = item;
		return {
			id,
			node_id: `PVTI_${id}`,
			content_type,
			content,
			creator: userResponse(USER.login),
			archived_at,
			...stamps,
			fields: FIELDS.filter((field) => ids.includes(String(field.id))).map((field) => ({
				id: field.id,
				name: field.name,
				data_type: field.data_type,
				value: valueOf(field, item),
			})),
		};
	};

	const list = (req: ApiRequest) => {
		const wanted = /status:"?([^"]+)"?/.exec(req.query.q ?? '')?.[1];
		const status = FIELDS[1]!.options!.find(({ name }) => name.raw === wanted);
		const found = itemsOf(req).filter(
			({ archived_at: archived, values }) =>
				archived === null && (wanted === undefined || values.get(STATUS) === status?.id),
		);
		return cursorList(found.map((item) => itemResponse(req, item)));
	};
	const itemOf = (req: ApiRequest): ProjectItem => {
		const item = itemsOf(req).find(({ id }) => String(id) === req.params.item);
		if (!item) throw notFound();
		return item;
	};
	const created = (req: ApiRequest, type: string, content: object): Reply => {
		projectOf(req);
		const item = itemResponse(req, projects.add(ownerOf(req), type, content));
		return new Reply(201, { ...item, fields: undefined });
	};
	const addIssue = (req: ApiRequest): Reply => {
		const { type, owner, repo: name, number } = req.body;
		const repo = world.repositories.find(
			(one) => fullName(one) === `${String(owner)}/${String(name)}`,
		);
		if (!repo) throw validationError('repo', 'is invalid');
		const discussions = issues.of(repo);
		const issue = discussions.issue(String(number));
		return created(req, String(type), discussions.issueResponse(issue));
	};
	const setFields = (req: ApiRequest) => {
		const item = itemOf(req);
		for (const { id, value } of req.body.fields as Array<{ id: number; value: Value }>) {
			const field = FIELDS.find((one) => one.id === id);
			const type = field?.data_type === 'number' ? 'number' : 'string';
			const choices = field ? choicesOf(field).map((choice) => choice.id) : [];
			const isValid =
				value === null ||
				(typeof value === type && (choices.length === 0 || choices.includes(String(value))));
			if (!field || !isValid) throw validationError('fields', `has an invalid value for ${id}`);
			item.values.set(id, value);
		}
		return itemResponse(req, item);
	};

	const routesOf = (root: string): Routes => ({
		[`GET ${root}`]: (req) => cursorList([projectOf(req)]),
		[`GET ${root}/:number`]: projectOf,
		[`GET ${root}/:number/fields`]: () => cursorList(FIELDS),
		[`GET ${root}/:number/items`]: list,
		[`GET ${root}/:number/views/:view/items`]: list,
		[`POST ${root}/:number/items`]: addIssue,
		[`GET ${root}/:number/items/:item`]: (req) => itemResponse(req, itemOf(req)),
		[`PATCH ${root}/:number/items/:item`]: setFields,
		[`DELETE ${root}/:number/items/:item`](req) {
			itemsOf(req).splice(itemsOf(req).indexOf(itemOf(req)), 1);
		},
	});

	return {
		...routesOf('/orgs/:org/projectsV2'),
		...routesOf('/users/:username/projectsV2'),
		'POST /orgs/:org/projectsV2/:number/drafts'(req) {
			const { title, body = null } = req.body;
			const user = userResponse(USER.login);
			return created(req, 'DraftIssue', { id: clock.now(), title, body, user, ...stamps });
		},
	};
}
