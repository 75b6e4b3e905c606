// Is this request one that the model takes? (specification, part A: GenerationRequest, validation rules)

import { modelOf } from './modelCatalog';
import type { ModelField } from './fields';
import type { Model } from './defineModels';
import type { GenerationBody } from './pricing';
import { apiError } from './errors';

export interface ValidationOptions {
	/** An estimate needs no input files. */
	estimate: boolean;
	/** A web session may send further fields, and may estimate before there is a prompt. */
	session: boolean;
}

export interface ValidatedRequest {
	model: Model;
	/** The fields that count: the body without what a session may send beside them. */
	request: GenerationBody;
}

const invalid = (text: string) => apiError('validation_failed', text);
const countCharacters = (value: string): number => [...value].length;
const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;

function parseUrl(name: string, value: string): URL {
	const url = URL.parse(value);
	if (!url || !/^https?:$/.test(url.protocol)) throw invalid(`${name} is not a URL.`);
	return url;
}

/**
 * https and at most 2048 characters. Plain http is taken towards a loopback address alone: on one
 * computer nobody can offer a certificate, and this service runs nowhere else.
 */
function checkCallback(value: string): void {
	const url = parseUrl('callback_url', value);
	if (url.protocol !== 'https:' && !LOOPBACK.test(url.hostname))
		throw invalid('callback_url is not https.');
	if (countCharacters(value) > 2048) throw invalid('callback_url has more than 2048 characters.');
}

function checkText(field: ModelField, value: string): void {
	const { name, required, enum: words, input } = field;
	if (name === 'callback_url') checkCallback(value);
	if (name === 'idempotency_key' && countCharacters(value) > 255)
		throw invalid('idempotency_key has more than 255 characters.');
	if (required && value.trim() === '') throw invalid(`${name} is required.`);
	if (input) parseUrl(name, value);
	if (words && !words.some((word) => word.toLowerCase() === value.toLowerCase())) {
		throw invalid(`${name} is none of ${words.join(', ')}.`);
	}
}

function checkNumber(
	{ name, type, enum: words, minimum = -Infinity, maximum = Infinity }: ModelField,
	value: number,
): void {
	if (type === 'integer' && !Number.isInteger(value))
		throw invalid(`${name} is not a whole number.`);
	if (words && !words.includes(String(value)))
		throw invalid(`${name} is none of ${words.join(', ')}.`);
	if (value < minimum) throw invalid(`${name} is below ${minimum}.`);
	if (value > maximum) throw invalid(`${name} is above ${maximum}.`);
}

function checkList(
	{ name, required, maxItems = Infinity }: ModelField,
	value: unknown[],
	{ estimate }: ValidationOptions,
): void {
	for (const item of value) {
		if (typeof item !== 'string') throw invalid(`${name} holds something other than text.`);
		parseUrl(name, item);
	}
	// "1 to 3" is the rule of this one list, required or not.
	const filled = name === 'veo31_image_urls' || (required && !estimate);
	if (filled && value.length === 0) throw invalid(`${name} is empty.`);
	if (value.length > maxItems) throw invalid(`${name} holds more than ${maxItems}.`);
}

function checkField(field: ModelField, value: unknown, leniency: ValidationOptions): void {
	if (field.type === 'array') {
		if (!Array.isArray(value)) throw invalid(`${field.name} is not a list.`);
		return checkList(field, value, leniency);
	}
	const wanted = field.type === 'integer' ? 'number' : field.type;
	if (typeof value !== wanted) throw invalid(`${field.name} is no ${field.type}.`);
	if (typeof value === 'string') return checkText(field, value);
	if (typeof value === 'number') return checkNumber(field, value);
}

const hasValue = (value: unknown): boolean =>
	Array.isArray(value) ? value.length > 0 : value !== undefined;

/** Rules over more than one field. */
function checkFieldCombinations(request: GenerationBody, { estimate }: ValidationOptions): void {
	const batch = request.enable_sequential === true;
	const pictured = ['image', 'image_input', 'last_image', 'first_clip_url', 'video_input'].some(
		(name) => hasValue(request[name]),
	);
	if (Number(request.n ?? 1) > 4 && !batch)
		throw invalid('n is above 4, which takes enable_sequential.');
	if (request.thinking_mode === true && (batch || pictured)) {
		throw invalid('thinking_mode is for text alone, without enable_sequential.');
	}
	if (request.web_search === true && pictured) throw invalid('web_search is for text alone.');
	if (
		hasValue(request.first_clip_url) &&
		(hasValue(request.image) || hasValue(request.last_image))
	) {
		throw invalid('first_clip_url stands in place of image and last_image.');
	}
	if (hasValue(request.last_image) && !hasValue(request.image) && !estimate)
		throw invalid('last_image needs image beside it.');
	checkReferences(request);
}

/** Veo 3.1 takes references in its fast tier and in 16:9 only; three images are references. */
function checkReferences(request: GenerationBody): void {
	const images = request.veo31_image_urls;
	const kind =
		request.veo31_generation_type ??
		(Array.isArray(images) && images.length === 3 ? 'REFERENCE_2_VIDEO' : '');
	if (String(kind).toUpperCase() !== 'REFERENCE_2_VIDEO') return;
	const tier = String(request.veo31_model ?? 'veo3_fast').toLowerCase();
	const ratio = request.aspect_ratio ?? '16:9';
	if (tier !== 'veo3_fast' || ratio !== '16:9')
		throw invalid('REFERENCE_2_VIDEO takes veo3_fast and 16:9 only.');
}

function isOptionalHere(
	{ name, input }: ModelField,
	{ estimate, session }: ValidationOptions,
): boolean {
	return estimate && (input === 'image' || input === 'video' || (session && name === 'prompt'));
}

/**
 * Checks a body against its model.
 * @throws Refusal unknown_model or validation_failed
 */
export function checkGeneration(body: unknown, leniency: ValidationOptions): ValidatedRequest {
	if (typeof body !== 'object' || body === null || Array.isArray(body))
		throw invalid('The body is not an object.');
	const { model: id, ...sent } = body as Record<string, unknown>;
	if (typeof id !== 'string' || id === '') throw invalid('model is required.');
	const model = modelOf(id);

	const request: Record<string, unknown> = {};
	for (const [name, value] of Object.entries(sent)) {
		const field = model.fields.find((taken) => taken.name === name);
		if (!field && leniency.session) continue;
		if (!field) throw invalid(`The model ${id} takes no field ${name}.`);
		if (name === 'prompt' && value === '' && isOptionalHere(field, leniency)) continue;
		checkField(field, value, leniency);
		request[name] = value;
	}
	for (const field of model.fields) {
		if (field.required && request[field.name] === undefined && !isOptionalHere(field, leniency)) {
			throw invalid(`${field.name} is required.`);
		}
	}
	checkFieldCombinations(request, leniency);
	return { model, request };
}
