// The model catalog (GET /api/v2/models). The names are from the specification; fields and prices
// are made up. The catalog contains a selection of the models of the specification.

import { apiError } from './errors';
import type { Fields as Body } from '../kit/records';

export type FileKind = 'image' | 'video' | 'audio';

/** Price of a request in credits: unit × number of images or seconds × factors of its fields. */
export interface Price {
	unit: number;
	/** What the unit price applies to. Default: the whole request. */
	per?: 'image' | 'second';
	/** Factors by field and value. 'any' matches any file. */
	factors: Readonly<Record<string, Readonly<Record<string, number>>>>;
}

/** A field of a model. */
export interface ModelField {
	name: string;
	description: string;
	type: 'string' | 'integer' | 'number' | 'boolean' | 'array';
	required: boolean;
	default?: unknown;
	/** Case-insensitive. */
	enum?: string[];
	minimum?: number;
	maximum?: number;
	/** Kind of file, if the value is the URL of a file. */
	input?: FileKind;
}

export interface Model {
	id: string;
	name: string;
	type: 'image' | 'video';
	bestFor: string;
	fields: ModelField[];
	price: Price;
}

type Field = Omit<ModelField, 'name' | 'required'> & { required?: boolean };
type Fields = Readonly<Record<string, Field>>;

const text = (description: string, more: Partial<Field> = {}): Field => ({
	type: 'string',
	description,
	...more,
});
const oneOf = (description: string, ...options: string[]): Field =>
	text(description, { enum: options, default: options[0] });
const flag = (description: string): Field => ({ type: 'boolean', description, default: false });
const integer = (
	description: string,
	minimum: number,
	maximum: number,
	defaultValue: number,
): Field => ({ type: 'integer', description, minimum, maximum, default: defaultValue });
const files = (input: FileKind, description: string): Field => ({
	type: 'array',
	description,
	input,
});

const prompt = text('What to generate', { required: true });
const image = text('Image to edit, animate or process', { input: 'image' });
const requiredImage = { ...image, required: true };
const images = files('image', 'Images to edit or use as references');
const seed = integer('The same seed gives the same result', 0, 2147483647, 0);
const ratio = oneOf('Aspect ratio', '1:1', '16:9', '9:16', '4:3', '3:4');
const wide = oneOf('Aspect ratio', '16:9', '9:16');
const format = oneOf('File format of the result', 'png', 'jpg', 'webp');
const resolution = oneOf('Resolution of the result', '720p', '1080p');
const imageNumber = integer('Number of images', 1, 4, 1);
const seconds = (minimum: number, maximum: number): Field =>
	integer('Length in seconds', minimum, maximum, 5);

const banana: Fields = { prompt, image_input: images, aspect_ratio: ratio, output_format: format };
const veo: Fields = {
	prompt,
	image,
	aspect_ratio: wide,
	duration: seconds(4, 8),
	resolution,
	generate_audio: flag('Generate a soundtrack'),
	seed,
};
const seedance: Fields = {
	...veo,
	image_input: images,
	video_input: files('video', 'Input videos'),
	reference_audios: files('audio', 'Reference audio for the soundtrack'),
	duration: seconds(4, 15),
};

const perImage = (unit: number): Price => ({ unit, per: 'image', factors: {} });
const perSecond = (unit: number, factors: Price['factors'] = {}): Price => ({
	unit,
	per: 'second',
	factors,
});
const perRequest = (unit: number): Price => ({ unit, factors: {} });

const loud = { generate_audio: { true: 1.5 } };
const sharp = { resolution: { '1080p': 2 } };
const clip = { video_input: { any: 1.25 } };

type Row = [name: string, bestFor: string, price: Price, fields: Fields];

const imageRows: Record<string, Row> = {
	'flux-dev': [
		'FLUX Dev',
		'inexpensive drafts with full control',
		perImage(2.5),
		{ prompt, image, num_outputs: imageNumber, aspect_ratio: ratio, output_format: format, seed },
	],
	'gpt-image-2': [
		'GPT Image 2',
		'instructions followed to the letter',
		perImage(4),
		{ ...banana, n: imageNumber },
	],
	'imagen-4-ultra': ['Imagen 4 Ultra', 'photographic detail', perImage(6), { prompt }],
	'nano-banana': ['Nano Banana', 'quick edits that preserve faces', perImage(4), banana],
	'qwen-image-layered': [
		'Qwen Image Layered',
		'a picture split into layers',
		perImage(1.5),
		{
			image: requiredImage,
			prompt: { ...prompt, required: false },
			num_layers: integer('Number of layers to split the image into', 2, 8, 4),
		},
	],
	'remove-background': [
		'Remove Background',
		'cut-outs with a clean edge',
		perRequest(0.5),
		{ image: requiredImage },
	],
	'seedream-4.5': ['Seedream 4.5', 'several references', perImage(4), { ...banana, seed }],
};

const videoRows: Record<string, Row> = {
	'kling-3.0': ['Kling 3.0', 'natural motion of people', perSecond(8, loud), veo],
	'seedance-2': [
		'Seedance 2',
		'films with sound from mixed references',
		perSecond(9, { ...sharp, ...loud, ...clip }),
		seedance,
	],
	'seedance-2.5': [
		'Seedance 2.5',
		'several shots in one clip',
		perSecond(11, { ...sharp, ...loud, ...clip }),
		seedance,
	],
	veo2: ['Veo 2', 'believable physics', perSecond(20), { prompt, image, aspect_ratio: wide, seed }],
	veo3: ['Veo 3', 'synchronized dialogue and sound', perSecond(25, loud), veo],
	'wan-2.7': ['Wan 2.7', 'clips continued and edited', perSecond(10, sharp), seedance],
};

/** Models with a prompt also get the fields that rewrite it. */
const defineModels = (type: Model['type'], rows: Record<string, Row>): Model[] =>
	Object.entries(rows).map(([id, [name, bestFor, price, fields]]) => {
		const all: Fields = {
			...fields,
			...(fields.prompt && {
				enhance_prompt: flag('Rewrite the prompt in more detail first, free of charge'),
				translate_prompt: flag('Translate the prompt to English first, free of charge'),
			}),
			idempotency_key: text('Repeated requests with the same key return the first job'),
			callback_url: text('HTTPS URL that receives the finished job'),
		};
		return {
			id,
			name,
			type,
			bestFor,
			price,
			fields: Object.entries(all).map(([field, values]) => ({
				name: field,
				required: false,
				...values,
				...(values.required ? { default: undefined } : {}),
			})),
		};
	});

/** All models, sorted by ID. */
export const allModels: readonly Model[] = [
	...defineModels('image', imageRows),
	...defineModels('video', videoRows),
].sort((a, b) => (a.id < b.id ? -1 : 1));

/** @throws HttpError unknown_model */
export function modelOf(id: string): Model {
	const model = allModels.find((candidate) => candidate.id === id);
	if (!model) throw apiError('unknown_model', `Unknown model: ${id}.`);
	return model;
}

/** A model's entry in the catalog. */
export function toModelResponse(model: Model): Body {
	const { id, name, type, bestFor, fields, price } = model;
	const duration = fields.find((field) => field.name === 'duration')?.maximum;
	return {
		id,
		name,
		type,
		best_for: bestFor,
		inputs: [
			...(fields.some((field) => field.name === 'prompt') ? ['text'] : []),
			...new Set(fields.flatMap(({ input }) => input ?? [])),
		],
		fields,
		...(duration !== undefined && { max_duration: duration }),
		requires_image: fields.some(
			({ required, input }) => required && (input === 'image' || input === 'video'),
		),
		pricing: {
			credits: costOf(model, {}),
			...(price.per && { per: price.per }),
			unit_credits: price.unit,
			varies: price.per !== undefined,
		},
	};
}

/**
 * The model of a generation request.
 * @param isEstimate input images and videos are optional in an estimate
 * @throws HttpError unknown_model or validation_failed
 */
export function checkGeneration({ model: id = '', ...request }: Body, isEstimate: boolean): Model {
	const model = modelOf(String(id));
	const invalid = (text: string) => apiError('validation_failed', text);
	const unknown = Object.keys(request).find(
		(sent) => !model.fields.some(({ name }) => name === sent),
	);
	if (unknown !== undefined)
		throw invalid(`The model ${model.id} does not have the field ${unknown}.`);
	for (const { name, required, input, minimum = -Infinity, maximum = Infinity } of model.fields) {
		const value = request[name];
		if (required && value === undefined && !(isEstimate && input))
			throw invalid(`${name} is required.`);
		if (typeof value === 'number' && (value < minimum || value > maximum))
			throw invalid(`${name} must be from ${minimum} to ${maximum}.`);
	}
	return model;
}

/** Rounds an amount to hundredths of a credit. */
export const credits = (amount: number): number => Math.round(amount * 100) / 100;

/** The value in the request, or the model's default. */
const effectiveValue = (model: Model, body: Body, name: string): unknown =>
	body[name] ?? model.fields.find((field) => field.name === name)?.default;

/** Number of images (or layers) to generate and charge. */
export function imageCount(model: Model, body: Body): number {
	const counts = ['n', 'num_outputs', 'num_layers'];
	return Number(counts.map((name) => effectiveValue(model, body, name)).find(Boolean) ?? 1);
}

/** The factors of the fields that change the price of a request. */
const factorsOf = (model: Model, body: Body): number[] =>
	Object.entries(model.price.factors).flatMap(([name, factors]) => {
		const value = effectiveValue(model, body, name);
		if (value === undefined || (Array.isArray(value) && value.length === 0)) return [];
		const factor = factors.any ?? factors[String(value).toLowerCase()];
		return factor ?? [];
	});

/** The exact price of a request, in credits. */
export function costOf(model: Model, body: Body): number {
	const { unit, per } = model.price;
	const units =
		per === 'image'
			? imageCount(model, body)
			: per === 'second'
				? Number(effectiveValue(model, body, 'duration') ?? 1)
				: 1;
	return credits(factorsOf(model, body).reduce((cost, factor) => cost * factor, unit * units));
}
