// Validates generation requests against their model (nodes/MediaGeneration/README.md, Resources).

import { apiError } from './errors';
import { modelOf, type Model, type ModelField } from './models';
import type { GenerationBody } from './pricing';

export interface ValidationOptions {
	/** Whether this is an estimate, in which input images and videos are optional. */
	estimate: boolean;
	/**
	 * Whether the request is from a web session, which can send additional fields, and can omit the
	 * prompt in an estimate.
	 */
	session: boolean;
}

export interface ValidatedRequest {
	model: Model;
	/** The body without the additional fields of a web session. */
	request: GenerationBody;
}

const invalid = (text: string) => apiError('validation_failed', text);
const countCharacters = (value: string): number => [...value].length;
const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;

function parseUrl(name: string, value: string): URL {
	const url = URL.parse(value);
	if (!url || !/^https?:$/.test(url.protocol)) throw invalid(`${name} must be a URL.`);
	return url;
}

/**
 * Requires https, except for loopback addresses: tests on one machine have no certificate. The
 * maximum length is 2048 characters.
 */
function checkCallback(value: string): void {
	const url = parseUrl('callback_url', value);
	if (url.protocol !== 'https:' && !LOOPBACK.test(url.hostname))
		throw invalid('callback_url must use https.');
	if (countCharacters(value) > 2048)
		throw invalid('callback_url must not be longer than 2048 characters.');
}

function checkText(field: ModelField, value: string): void {
	const { name, required, enum: allowed, input } = field;
	if (name === 'callback_url') checkCallback(value);
	if (name === 'idempotency_key' && countCharacters(value) > 255)
		throw invalid('idempotency_key must not be longer than 255 characters.');
	if (required && value.trim() === '') throw invalid(`${name} is required.`);
	if (input) parseUrl(name, value);
	if (allowed && !allowed.some((option) => option.toLowerCase() === value.toLowerCase())) {
		throw invalid(`${name} must be one of ${allowed.join(', ')}.`);
	}
}

function checkNumber(
	{ name, type, enum: allowed, minimum = -Infinity, maximum = Infinity }: ModelField,
	value: number,
): void {
	if (type === 'integer' && !Number.isInteger(value)) throw invalid(`${name} must be an integer.`);
	if (allowed && !allowed.includes(String(value)))
		throw invalid(`${name} must be one of ${allowed.join(', ')}.`);
	if (value < minimum) throw invalid(`${name} must be at least ${minimum}.`);
	if (value > maximum) throw invalid(`${name} must be at most ${maximum}.`);
}

function checkList(
	{ name, required }: ModelField,
	value: unknown[],
	{ estimate }: ValidationOptions,
): void {
	for (const item of value) {
		if (typeof item !== 'string') throw invalid(`${name} must contain only strings.`);
		parseUrl(name, item);
	}
	if (required && !estimate && value.length === 0) throw invalid(`${name} must not be empty.`);
}

function checkField(field: ModelField, value: unknown, options: ValidationOptions): void {
	if (field.type === 'array') {
		if (!Array.isArray(value)) throw invalid(`${field.name} must be an array.`);
		return checkList(field, value, options);
	}
	const expected = field.type === 'integer' ? 'number' : field.type;
	if (typeof value !== expected) throw invalid(`${field.name} must be of type ${field.type}.`);
	if (typeof value === 'string') return checkText(field, value);
	if (typeof value === 'number') return checkNumber(field, value);
}

/** Whether a required field can be omitted in this request. */
function isOptionalHere(
	{ name, input }: ModelField,
	{ estimate, session }: ValidationOptions,
): boolean {
	return estimate && (input === 'image' || input === 'video' || (session && name === 'prompt'));
}

/** @throws HttpError unknown_model or validation_failed */
export function checkGeneration(body: unknown, options: ValidationOptions): ValidatedRequest {
	if (typeof body !== 'object' || body === null || Array.isArray(body))
		throw invalid('The body must be an object.');
	const { model: id, ...sent } = body as Record<string, unknown>;
	if (typeof id !== 'string' || id === '') throw invalid('model is required.');
	const model = modelOf(id);

	const request: Record<string, unknown> = {};
	for (const [name, value] of Object.entries(sent)) {
		const field = model.fields.find((candidate) => candidate.name === name);
		if (!field && options.session) continue;
		if (!field) throw invalid(`The model ${id} does not have the field ${name}.`);
		if (name === 'prompt' && value === '' && isOptionalHere(field, options)) continue;
		checkField(field, value, options);
		request[name] = value;
	}
	for (const field of model.fields) {
		if (field.required && request[field.name] === undefined && !isOptionalHere(field, options)) {
			throw invalid(`${field.name} is required.`);
		}
	}
	return { model, request };
}
