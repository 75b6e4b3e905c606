// Refuses requests that the API description of the provider does not allow.

import { readFileSync } from 'node:fs';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Extract, PublishedOperation } from '../../../tools/published/extract';
import { inRoot } from '../../../tools/system/paths';
import { checkRequest } from '../../contract/kit/published/checkRequest';
import { describeExtract, type Description } from '../../contract/kit/published/describeExtract';
import type { FailureBody } from './faults';
import { HttpError } from './httpError';
import { pathOf } from './requestPattern';

export interface DescribedService {
	/** Name of a file in `test/contract/published`, without its extension. */
	name: string;
	/** Path of the base URL, which is not part of the paths in the description. */
	basePath?: string;
	/** Whether the provider refuses parameters and properties that it does not know. */
	refusesUnknown?: boolean;
	/** Differences that the provider allows, although its description does not. */
	allowed?: RegExp;
	/** Status of the response to other requests. Default: 400. */
	status?: number;
}

// Not relative to this file: npm start runs the services from a bundle.
const readJson = <T>(name: string): T =>
	JSON.parse(readFileSync(inRoot('test/contract/published', `${name}.json`), 'utf8')) as T;

/** The requests of the nodes that are known to differ from a description, with the reasons. */
type Differences = Readonly<Record<string, Readonly<Record<string, object>>>>;

/** Descriptions are large, so each is read with the first request. */
function readService(name: string): { description: Description; known: ReadonlySet<string> } {
	const differences = readJson<Differences>('differences')[name] ?? {};
	return {
		description: describeExtract(readJson<Extract>(name)),
		known: new Set(Object.values(differences).flatMap((entry) => Object.keys(entry))),
	};
}

/**
 * Adds a check of all requests that the description contains. Others are left to the routes, and so
 * are bodies that are neither JSON nor a form.
 */
export function refuseUndescribed(
	app: FastifyInstance,
	{ name, basePath = '', refusesUnknown = false, allowed, status = 400 }: DescribedService,
	failureBody: FailureBody,
): void {
	let service: ReturnType<typeof readService> | undefined;
	app.addHook('preHandler', async (request) => {
		const { description, known } = (service ??= readService(name));
		const url = pathOf(request.url).slice(basePath.length);
		const operation = description.find(request.method, url)?.operation;
		if (!operation) return;
		const differences = checkRequest(description, {
			method: request.method,
			url,
			query: request.query as Record<string, string>,
			headers: describedHeaders(request, operation),
			body: bodyOf(request, operation),
		} as never).filter(
			(difference) =>
				!known.has(difference) &&
				!allowed?.test(difference) &&
				(refusesUnknown || !difference.endsWith(' unknown')) &&
				(isChecked(operation) || !difference.startsWith('body')),
		);
		if (differences.length === 0) return;
		throw new HttpError(status, failureBody(status, differences.map(inWords).join(' ')));
	});
}

/** A difference such as `path.id format` as a sentence. */
function inWords(difference: string): string {
	const [, name = '', problem = ''] = /^\w+\.?(\S*) (.*)$/.exec(difference) ?? [];
	if (problem === 'required') return `${name} is required.`;
	if (problem === 'format') return `${name} does not have the required format.`;
	return `${name} is invalid (${problem}).`;
}

const FORM = 'application/x-www-form-urlencoded';

const isChecked = ({ requestBody }: PublishedOperation): boolean =>
	requestBody === undefined || /json$/.test(requestBody.contentType) || isForm(requestBody);

const isForm = (body: PublishedOperation['requestBody']): boolean => body?.contentType === FORM;

/** Headers such as Authorization are not part of an operation in a description. */
const describedHeaders = ({ headers }: FastifyRequest, { parameters }: PublishedOperation) =>
	Object.fromEntries(
		parameters
			.filter((parameter) => parameter.in === 'header')
			.map(({ name }) => [name, headers[name.toLowerCase()]]),
	);

const bodyOf = ({ body }: FastifyRequest, { requestBody }: PublishedOperation): unknown =>
	isForm(requestBody) && typeof body === 'string'
		? Object.fromEntries(new URLSearchParams(body))
		: body;
