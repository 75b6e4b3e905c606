// Prices of requests, and pricing in the catalog.

export type GenerationBody = Readonly<Record<string, unknown>>;

/** Price of a request in credits: unit × number of images or seconds × factors of its fields. */
export interface Price {
	unit: number;
	/** What the unit price applies to. Default: the whole request. */
	per?: 'image' | 'second';
	/** Factors by field and value. 'any' matches any file. */
	factors: Readonly<Record<string, Readonly<Record<string, number>>>>;
}

/** The part of a model that its prices depend on. */
interface PricedModel {
	readonly price: Price;
	readonly fields: ReadonlyArray<{ readonly name: string; readonly default?: unknown }>;
}

/** Pricing of a model in the catalog. */
export interface Pricing {
	credits: number;
	per?: 'second' | 'image';
	unit_credits: number;
	varies: boolean;
}

/** Rounds an amount to hundredths of a credit. */
export const credits = (amount: number): number => Math.round(amount * 100) / 100;

/** The value in the request, or the model's default. */
const effectiveValue = (model: PricedModel, body: GenerationBody, name: string): unknown =>
	body[name] ?? model.fields.find((field) => field.name === name)?.default;

/** Number of images (or layers) to generate and charge. */
export function imageCount(model: PricedModel, body: GenerationBody): number {
	const counts = ['n', 'num_outputs', 'num_layers'];
	return Number(counts.map((name) => effectiveValue(model, body, name)).find(Boolean) ?? 1);
}

/** The factors of the fields that change the price of a request. */
const factorsOf = (model: PricedModel, body: GenerationBody): number[] =>
	Object.entries(model.price.factors).flatMap(([name, factors]) => {
		const value = effectiveValue(model, body, name);
		if (value === undefined || (Array.isArray(value) && value.length === 0)) return [];
		const factor = factors.any ?? factors[String(value).toLowerCase()];
		return factor ?? [];
	});

/** The exact price of a request, in credits. */
export function costOf(model: PricedModel, body: GenerationBody): number {
	const { unit, per } = model.price;
	const units =
		per === 'image'
			? imageCount(model, body)
			: per === 'second'
				? Number(effectiveValue(model, body, 'duration') ?? 1)
				: 1;
	return credits(factorsOf(model, body).reduce((cost, factor) => cost * factor, unit * units));
}

/** Pricing in the catalog. */
export const pricingOf = (model: PricedModel): Pricing => ({
	credits: costOf(model, {}),
	...(model.price.per && { per: model.price.per }),
	unit_credits: model.price.unit,
	varies: model.price.per !== undefined,
});
