// Prices of requests, and pricing in the catalog. Both are calculated by costOf, so that they are
// consistent.

import type { Model } from './defineModels';
import type { FieldName, ModelField } from './fields';

export type GenerationBody = Readonly<Record<string, unknown>>;

/** Pricing of a Model. */
export interface Pricing {
	credits?: number;
	per?: 'second' | 'image';
	unit_credits?: number;
	varies: boolean;
	changes?: Array<{ field: string; value: unknown; credits: number }>;
}

const COUNT_FIELDS: readonly FieldName[] = ['n', 'num_outputs', 'max_images', 'num_layers'];
const LENGTH_FIELDS: readonly FieldName[] = ['duration', 'num_frames', 'video_length', 'fps'];
// For a wider range, the catalog lists only the minimum and the maximum.
const MAX_LISTED_RANGE = 16;

/** Rounds an amount to hundredths of a credit. */
export const credits = (amount: number): number => Math.round(amount * 100) / 100;

const fieldOf = (model: Model, name: string) => model.fields.find((field) => field.name === name);
const isSet = (value: unknown): boolean =>
	value !== undefined && !(Array.isArray(value) && value.length === 0);

/** The value in the request, or the model's default. */
function effectiveValue(model: Model, body: GenerationBody, name: FieldName): unknown {
	if (isSet(body[name])) return body[name];
	// With high_performance, the default number of frames is lower.
	if (name === 'num_frames' && body.high_performance === true) return 81;
	return fieldOf(model, name)?.default;
}

/** Number of images (or layers) to generate and charge. */
export function imageCount(model: Model, body: GenerationBody): number {
	const name = COUNT_FIELDS.find((count) => fieldOf(model, count));
	return name ? Number(effectiveValue(model, body, name)) : 1;
}

function durationSeconds(model: Model, body: GenerationBody): number {
	const [length] = LENGTH_FIELDS.filter((name) => fieldOf(model, name));
	if (!length) return 1;
	const value = Number(effectiveValue(model, body, length));
	return length === 'duration' ? value : value / Number(effectiveValue(model, body, 'fps'));
}

const factorKey = (field: ModelField, value: unknown): string =>
	field.input ? 'any' : String(value).toLowerCase();

/**
 * The exact price of a request, in credits. Input files affect the price only if they are in the
 * request.
 */
export function costOf(model: Model, body: GenerationBody): number {
	const { unit, per, factors } = model.price;
	const units =
		per === 'image' ? imageCount(model, body) : per === 'second' ? durationSeconds(model, body) : 1;
	const factor = Object.entries(factors).reduce((product, [name, steps]) => {
		const field = fieldOf(model, name);
		const value = effectiveValue(model, body, name as FieldName);
		return field && isSet(value) ? product * (steps[factorKey(field, value)] ?? 1) : product;
	}, 1);
	return credits(unit * units * factor);
}

/** The name of the priced variant, such as '1080p', 'is_pro' or 'standard'. */
export function variantOf(model: Model, body: GenerationBody): string {
	const parts = Object.keys(model.price.factors).flatMap((name) => {
		const field = fieldOf(model, name);
		const value = effectiveValue(model, body, name as FieldName);
		if (!field || !isSet(value) || value === false) return [];
		return [field.type === 'string' && !field.input ? String(value).toLowerCase() : name];
	});
	return parts.join(' ') || 'standard';
}

/** The values of a field to list in the catalog. */
function alternatives(field: ModelField): unknown[] {
	if (field.input) return ['any'];
	if (field.type === 'boolean') return [true];
	if (field.enum) return field.type === 'integer' ? field.enum.map(Number) : field.enum;
	const { minimum = 0, maximum = 0 } = field;
	// The catalog lists the price of changing one field. More than 4 images would require a second
	// change: enable_sequential.
	const listedMaximum = field.name === 'n' ? Math.min(4, maximum) : maximum;
	if (listedMaximum - minimum > MAX_LISTED_RANGE) return [minimum, listedMaximum];
	return Array.from({ length: listedMaximum - minimum + 1 }, (_, step) => minimum + step);
}

/** Pricing in the catalog. Without a pricing row, it contains only `varies`. */
export function pricingOf(model: Model, hasRow: boolean): Pricing {
	const defaultCost = costOf(model, {});
	const names = new Set<string>([
		...(model.price.per === 'image'
			? COUNT_FIELDS
			: model.price.per === 'second'
				? LENGTH_FIELDS
				: []),
		...Object.keys(model.price.factors),
		...(fieldOf(model, 'num_frames') ? ['high_performance'] : []),
	]);
	const changes = model.fields
		.filter(({ name }) => names.has(name))
		.flatMap((field) => alternatives(field).map((value) => ({ field, value })))
		.map(({ field, value }) => ({
			field: field.name,
			value,
			credits: costOf(model, { [field.name]: value }),
		}))
		.filter((change) => change.credits !== defaultCost);
	const varies = changes.length > 0;
	if (!hasRow) return { varies };
	return {
		credits: defaultCost,
		...(model.price.per && { per: model.price.per }),
		unit_credits: model.price.unit,
		varies,
		...(varies && { changes }),
	};
}
