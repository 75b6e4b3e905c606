// Projects of the organization and of the user, with their fields and items.

import type { DiscussionStore } from './discussionStore';
import { DiscussionResponses } from './discussionResponses';
import { notFound, validationError } from './errors';
import { ORGANIZATION, USER } from './model';
import { CursorResponse, StatusResponse, userResponse } from './responses';
import type { ApiRequest, Context, Routes } from './router';

type Value = string | number | null;

export interface ProjectItem {
	id: number;
	content_type: string;
	content: object;
	archived_at: string | null;
	values: Map<number, Value>;
}

const text = (raw: string) => ({ raw, html: raw });
const option = (id: string, name: string) => ({
	id,
	name: text(name),
	color: 'GRAY',
	description: text(''),
});
const iteration = (id: string, title: string, start: string) => ({
	id,
	title: text(title),
	start_date: start,
	duration: 14,
	completed: false,
});

const stamps = { created_at: '2026-01-05T09:00:00Z', updated_at: '2026-01-05T09:00:00Z' };
const FIELDS = [
	{ id: 1, name: 'Title', data_type: 'title' },
	{
		id: 2,
		name: 'Status',
		data_type: 'single_select',
		options: [option('f75a', 'Todo'), option('47fc', 'In Progress'), option('9823', 'Done')],
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
			iterations: [
				iteration('a1', 'Sprint 1', '2026-01-05'),
				iteration('a2', 'Sprint 2', '2026-01-19'),
			],
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
		const values = new Map<number, Value>([[2, 'f75a']]);
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
	{ store: { repositories }, clock }: Context,
	issues: DiscussionStore,
	projects: ProjectStore,
): Routes {
	const ownerOf = ({ params }: ApiRequest): string => params.org ?? params.username!;

	const projectOf = (req: ApiRequest) => {
		const owner = ownerOf(req);
		if (!(owner in projects.items) || (req.params.number ?? '1') !== '1') throw notFound();
		return {
			id: owner === ORGANIZATION ? 21 : 22,
			node_id: `PVT_${owner}`,
			number: 1,
			title: 'Roadmap',
			description: null,
			short_description: null,
			owner: userResponse(owner),
			creator: userResponse(USER.login),
			public: false,
			is_template: false,
			state: 'open',
			closed_at: null,
			...stamps,
			deleted_at: null,
			deleted_by: null,
		};
	};

	const valueOf = (field: ProjectField, item: ProjectItem): unknown => {
		if (field.data_type === 'title') return text((item.content as { title: string }).title);
		const value = item.values.get(field.id) ?? null;
		if (value === null) return null;
		if (field.data_type === 'text') return text(String(value));
		return choicesOf(field).find(({ id }) => id === value) ?? value;
	};

	const itemResponse = (req: ApiRequest, item: ProjectItem) => {
		// Without `fields`, the title is returned.
		const ids = (req.query.fields ?? '1').split(',');
		return {
			id: item.id,
			node_id: `PVTI_${item.id}`,
			content_type: item.content_type,
			content: item.content,
			creator: userResponse(USER.login),
			archived_at: item.archived_at,
			...stamps,
			fields: FIELDS.filter(({ id }) => ids.includes(String(id))).map((field) => ({
				id: field.id,
				name: field.name,
				data_type: field.data_type,
				value: valueOf(field, item),
			})),
		};
	};

	const itemsOf = (req: ApiRequest): ProjectItem[] => {
		projectOf(req);
		const wanted = /status:"?([^"]+)"?/.exec(req.query.q ?? '')?.[1];
		const status = FIELDS[1]!.options!.find(({ name }) => name.raw === wanted);
		return projects.items[ownerOf(req)]!.filter(
			({ archived_at: archived, values }) =>
				archived === null && (wanted === undefined || values.get(2) === status?.id),
		);
	};

	const itemOf = (req: ApiRequest): ProjectItem => {
		projectOf(req);
		const item = projects.items[ownerOf(req)]!.find(({ id }) => String(id) === req.params.item);
		if (!item) throw notFound();
		return item;
	};

	const addIssue = (req: ApiRequest) => {
		projectOf(req);
		const { type, owner, repo: name, number } = req.body;
		const repo = repositories.find((one) => one.owner === owner && one.name === name);
		if (!repo) throw validationError('repo', 'is invalid');
		const discussions = issues.of(repo);
		const responses = new DiscussionResponses(discussions);
		const content = responses.issue(discussions.issue(String(number)));
		return created(req, String(type), content);
	};

	const created = (req: ApiRequest, type: string, content: object) => {
		const item = itemResponse(req, projects.add(ownerOf(req), type, content));
		return new StatusResponse(201, { ...item, fields: undefined });
	};

	const setFields = (req: ApiRequest) => {
		const item = itemOf(req);
		for (const { id, value } of req.body.fields as Array<{ id: number; value: Value }>) {
			const field = FIELDS.find((one) => one.id === id);
			const isChoice = ['single_select', 'iteration'].includes(field?.data_type ?? '');
			const expected = field?.data_type === 'number' ? 'number' : 'string';
			if (
				!field ||
				field.data_type === 'title' ||
				(value !== null && typeof value !== expected) ||
				(value !== null && isChoice && !choicesOf(field).some((one) => one.id === value))
			)
				throw validationError('fields', `has an invalid value for ${id}`);
			item.values.set(id, value);
		}
		return itemResponse(req, item);
	};

	const routesOf = (root: string): Routes => ({
		[`GET ${root}`]: (req) => new CursorResponse([projectOf(req)]),
		[`GET ${root}/:number`]: projectOf,
		[`GET ${root}/:number/fields`]: (req) => {
			projectOf(req);
			return new CursorResponse(FIELDS);
		},
		[`GET ${root}/:number/items`]: (req) =>
			new CursorResponse(itemsOf(req).map((item) => itemResponse(req, item))),
		[`GET ${root}/:number/views/:view/items`]: (req) =>
			new CursorResponse(itemsOf(req).map((item) => itemResponse(req, item))),
		[`POST ${root}/:number/items`]: addIssue,
		[`GET ${root}/:number/items/:item`]: (req) => itemResponse(req, itemOf(req)),
		[`PATCH ${root}/:number/items/:item`]: setFields,
		[`DELETE ${root}/:number/items/:item`](req) {
			const items = projects.items[ownerOf(req)]!;
			items.splice(items.indexOf(itemOf(req)), 1);
		},
	});

	return {
		...routesOf('/orgs/:org/projectsV2'),
		...routesOf('/users/:username/projectsV2'),
		'POST /orgs/:org/projectsV2/:number/drafts'(req) {
			projectOf(req);
			const { title, body = null } = req.body;
			const user = userResponse(USER.login);
			return created(req, 'DraftIssue', { id: clock.now(), title, body, user, ...stamps });
		},
	};
}
