// Projects of the organization and of the user. The fields of both are the same.

import { Reply } from '../kit/exchange';
import type { Fields, Records } from '../kit/records';
import { notFound, validationError } from './errors';
import type { DiscussionStore } from './issues';
import { documented, userResponse } from './responses';
import { cursorList, type ApiRequest, type Context, type Routes } from './router';
import { ORGANIZATION, USER } from './world';

interface FieldValue {
	id: number;
	name: string;
	data_type: string;
	value: unknown;
}

interface ProjectItem extends Fields {
	id: number;
	archived_at: string | null;
	fields: FieldValue[];
}

const text = (raw: string) => ({ raw, html: raw });
const options = ['f75a Todo', '47fc In Progress', '9823 Done'].map((option) => ({
	id: option.slice(0, 4),
	name: text(option.slice(5)),
	color: 'GRAY',
	description: text(''),
}));
const iterations = ['2026-01-05', '2026-01-19'].map((start_date, index) => ({
	id: `a${index + 1}`,
	title: text(`Sprint ${index + 1}`),
	start_date,
	duration: 14,
	completed: false,
}));
const FIELDS = [
	{ id: 1, name: 'Title', data_type: 'title' },
	{ id: 2, name: 'Status', data_type: 'single_select', options },
	{ id: 3, name: 'Estimate', data_type: 'number' },
	{ id: 4, name: 'Due', data_type: 'date' },
	{
		id: 5,
		name: 'Sprint',
		data_type: 'iteration',
		configuration: { start_day: 1, duration: 14, iterations },
	},
	{ id: 6, name: 'Notes', data_type: 'text' },
];
const stamps = { created_at: '2026-01-05T09:00:00Z', updated_at: '2026-01-05T09:00:00Z' };
const ROOTS = ['/orgs/:org/projectsV2', '/users/:username/projectsV2'];
const ITEMS = [
	`/orgs/${ORGANIZATION}/projectsV2/1/items`,
	`/users/${USER.login}/projectsV2/1/items`,
];

/** The item of any project with this node ID. */
export const projectItem = (records: Records, nodeId: string): ProjectItem | undefined =>
	ITEMS.map((path) => records.find<ProjectItem>(path, 'node_id', nodeId)).find(Boolean);

export function projectRoutes({ world, records }: Context, issues: DiscussionStore): Routes {
	const projectOf = ({ params: { org, username, number = '1' } }: ApiRequest): Fields => {
		const owner = org ?? username!;
		if (![ORGANIZATION, USER.login].includes(owner) || number !== '1') throw notFound();
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
		return records.of(ITEMS[req.params.org === undefined ? 1 : 0]!);
	};
	const itemOf = (req: ApiRequest): ProjectItem => {
		const found = itemsOf(req).find(({ id }) => String(id) === req.params.item);
		if (!found) throw notFound();
		return found;
	};
	const add = (req: ApiRequest, content_type: string, content: Fields): Reply => {
		const id = records.number();
		const item = {
			id,
			node_id: `PVTI_${id}`,
			content_type,
			content,
			creator: userResponse(USER.login),
			archived_at: null,
			...stamps,
		};
		const value = (field: string): unknown =>
			field === 'Title' ? text(String(content.title)) : field === 'Status' ? options[0] : null;
		itemsOf(req).push({
			...item,
			fields: FIELDS.map(({ id: field, name, data_type }) => ({
				id: field,
				name,
				data_type,
				value: value(name),
			})),
		});
		return new Reply(201, item);
	};
	const addIssue = (req: ApiRequest): Reply => {
		const { type, owner, repo, number } = req.body;
		const found = world.find(String(owner), String(repo));
		if (!found) throw validationError('repo', 'is invalid');
		const discussions = issues.of(found);
		const issue = discussions.issue(String(number));
		return add(req, String(type), discussions.issueResponse(issue) as Fields);
	};
	const list = (req: ApiRequest) => {
		const wanted = /status:"?([^"]+)"?/.exec(req.query.q ?? '')?.[1];
		const isFound = ({ archived_at: archived, fields }: ProjectItem): boolean => {
			const status = fields[1]!.value as (typeof options)[number] | null;
			return archived === null && (wanted === undefined || status?.name.raw === wanted);
		};
		return cursorList(itemsOf(req).filter(isFound));
	};
	const setFields = (req: ApiRequest): ProjectItem => {
		const item = itemOf(req);
		for (const { id, value } of req.body.fields as Array<Pick<FieldValue, 'id' | 'value'>>) {
			const field = item.fields.find((one) => one.id === id);
			const type = field?.data_type === 'number' ? 'number' : 'string';
			const choices = { 2: options, 5: iterations }[id];
			const choice = choices?.find((one) => one.id === value);
			if (!field || (value !== null && (typeof value !== type || (choices && !choice))))
				throw validationError('fields', `has an invalid value for ${id}`);
			field.value = choice ?? (id === 6 && value !== null ? text(String(value)) : value);
		}
		return item;
	};
	const routesOf = (root: string): Routes => ({
		[`GET ${root}`]: (req) => cursorList([projectOf(req)]),
		[`GET ${root}/:number`]: projectOf,
		[`GET ${root}/:number/fields`]: () =>
			cursorList(FIELDS.map((field) => ({ ...field, ...stamps }))),
		[`GET ${root}/:number/items`]: list,
		[`GET ${root}/:number/views/:view/items`]: list,
		[`POST ${root}/:number/items`]: addIssue,
		[`GET ${root}/:number/items/:item`]: itemOf,
		[`PATCH ${root}/:number/items/:item`]: setFields,
		[`DELETE ${root}/:number/items/:item`](req) {
			itemsOf(req).splice(itemsOf(req).indexOf(itemOf(req)), 1);
		},
	});
	return {
		...Object.assign({}, ...ROOTS.map(routesOf)),
		'POST /orgs/:org/projectsV2/:number/drafts'(req) {
			const { title, body = null } = req.body;
			const user = userResponse(USER.login);
			return add(req, 'DraftIssue', { id: records.number(), title, body, user, ...stamps });
		},
	};
}
