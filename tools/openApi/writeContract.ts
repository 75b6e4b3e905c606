/** Writes the contract data of a service: its parameters, pages and responses. */
import type { ServiceNames } from '../newService/names';
import type { IDataObject } from 'n8n-workflow';
import { isObject, valueAt, type Field } from '../../nodes/engine/describe';
import { json, unlessEmpty } from './code';
import type { PagingPlan } from './document';
import type { OperationPlan, ServicePlan } from './servicePlan';

type Param = Readonly<Record<string, unknown>>;

const types: Readonly<Partial<Record<Field['kind'], string>>> = {
	text: 'string',
	secret: 'string',
	id: 'string',
	choice: 'string',
	integer: 'integer',
	number: 'number',
	flag: 'boolean',
	date: 'date',
	json: 'object',
	file: 'binary',
	value: 'unknown',
	choices: 'array<string>',
	list: 'array<string>',
};

/** A field as a parameter of the contract data. */
function paramOf({ kind, acceptsList, itemKind, ...field }: Field): Param {
	const { required, choices, minimum, maximum, maxLength = Infinity } = field;
	const type = acceptsList ? 'array<unknown>' : itemKind ? `array<${itemKind}>` : types[kind]!;
	const isList = type.startsWith('array') && kind !== 'json';
	return {
		type,
		required: required || undefined,
		enum: choices?.map(({ value }) => value),
		[isList ? 'minItems' : 'minimum']: minimum,
		[isList ? 'maxItems' : 'maximum']: maximum,
		maxLength: field.maxLength,
		example: maxLength < 60 ? 'text'.slice(0, maxLength) : undefined,
	};
}

function entryOf({ fields, options, request, paging, send }: OperationPlan): object {
	const places: Record<string, Record<string, Param>> = {};
	const add = (place: string, name: string, param: Param): void => {
		(places[place] ??= {})[name] = param;
	};
	for (const [name, field] of Object.entries({ ...fields, ...options })) {
		const isInPath = request.includes(`{${name}}`);
		const place = isInPath ? 'path' : field.in;
		const apiName = isInPath ? name : field.apiName === '' ? '(body)' : (field.apiName ?? name);
		if (place === undefined) continue;
		add(place, apiName, paramOf(field));
	}
	if (paging?.size)
		add('query', paging.size.name, { type: 'integer', maximum: paging.size.maximum });
	return {
		request,
		...places,
		elsewhere:
			send && 'no JSON; tools/openApi/template has the code, and tools/openApi/test its tests',
		paging: paging && { rows: paging.rows, size: paging.size?.name, pages: pagesOf(paging) },
	};
}

const nested = (path: string, value: unknown): object =>
	path.split('.').reduceRight<unknown>((inner, key) => ({ [key]: inner }), value) as object;

/** Responses, each with the query of the next page. */
function pagesOf(paging: PagingPlan): object[] {
	const rows = (value: unknown): object =>
		paging.rows === undefined ? { body: value } : { body: nested(paging.rows, value) };
	const last = { answer: rows([]), page: { rows: 0 }, next: null };
	const nextUrl = 'https://service.example.com/list?page=2';
	switch (paging.by) {
		case 'none':
			return [{ answer: rows([{}]), next: null }];
		case 'page':
			return [{ answer: rows([{}]), next: { [paging.parameter]: (paging.first ?? 1) + 1 } }, last];
		case 'offset':
			return [{ answer: rows([{}]), page: { rows: 20 }, next: { [paging.parameter]: 20 } }, last];
		case 'cursor':
			return [
				{ answer: { body: nested(paging.next, 'abc') }, next: { [paging.parameter]: 'abc' } },
				last,
			];
		case 'url':
			return [{ answer: { body: nested(paging.next, nextUrl) }, next: { page: '2' } }, last];
		case 'link':
			return [
				{
					answer: { ...rows([{}]), headers: { link: `<${nextUrl}>; rel="next"` } },
					next: { page: '2' },
				},
				last,
			];
		case 'lastId': {
			const body = {
				...(paging.rows === undefined ? {} : nested(paging.rows, [{ [paging.id]: 'last' }])),
				...nested(paging.more, true),
			};
			return [{ answer: { body }, next: { [paging.parameter]: 'last' } }, last];
		}
	}
}

const plansOf = ({ operations }: ServicePlan): Array<[id: string, plan: OperationPlan]> =>
	operations.map((plan) => [`${plan.resource}.${plan.key}`, plan]);

/** Fields that are not part of the request, with the reason. */
const ofDownloads = { outputProperty: 'where the file goes', maximumFileSize: 'limits the file' };

/** @param from title and version of the document */
export function contractFile(plan: ServicePlan, { kebab }: ServiceNames, from: string): string {
	const plans = plansOf(plan);
	const ours = plans.flatMap(([id, { send }]) =>
		send?.as === 'download' ? [[id, ofDownloads]] : [],
	);
	const lines = plans.map(([, { request }]) => withoutNames(request));
	const isRepeated = (line: string): boolean => lines.indexOf(line) !== lines.lastIndexOf(line);
	const safe = plans.filter(
		([, { idempotency, request }]) => idempotency === 'safe' && /^(?:POST|PATCH) /.test(request),
	);
	return json({
		service: kebab,
		from,
		operations: plans.map(([id, one]) => ({
			...entryOf(one),
			as: isRepeated(withoutNames(one.request)) ? id : undefined,
		})),
		ours: unlessEmpty(Object.fromEntries(ours) as object),
		safe: unlessEmpty(
			Object.fromEntries(safe.map(([id]) => [id, 'it only reads, or the overlay says so'])),
		),
	});
}

const withoutNames = (request: string): string => request.replace(/\{[^}]*\}/g, '{}');

export const responsesFile = (plan: ServicePlan): string =>
	json(
		Object.fromEntries(
			plansOf(plan)
				.filter(([, { send }]) => send?.as !== 'download')
				.map(([, one]) => [one.request, { [one.status]: lastPage(one) }]),
		),
	);

/** The response without a next page. */
function lastPage({ sample, paging }: OperationPlan): unknown {
	if (!paging || !('next' in paging || 'more' in paging)) return sample;
	const keys = ('next' in paging ? paging.next : paging.more).split('.');
	const key = keys.pop()!;
	const copy = structuredClone(sample) as IDataObject;
	const parent = keys.length === 0 ? copy : valueAt(copy, keys.join('.'));
	if (isObject(parent)) parent[key] = 'next' in paging ? null : false;
	return copy;
}
