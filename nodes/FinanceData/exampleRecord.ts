/** An example of a record, for the hint in the form. */
import type { IDataObject } from 'n8n-workflow';
import { toTitleCase } from '../engine/describe';
import type { WritableField } from './writableFields';

/** A record with its required fields, or with its first field if none is required. */
export function exampleRecord(fields: readonly WritableField[]): IDataObject {
	const required = fields.filter((field) => field.required);
	return Object.fromEntries(
		(required.length > 0 ? required : fields.slice(0, 1)).map((field) => [
			field.name,
			exampleValue(field),
		]),
	);
}

function exampleValue({ name, kind, choices, fields = [] }: WritableField): IDataObject[string] {
	switch (kind) {
		case 'number':
			return /quantity|count/.test(name) ? 1 : 100;
		case 'amount':
			return '100.00';
		case 'flag':
			return true;
		case 'day':
			return '2026-01-31';
		case 'time':
			return '2026-01-31T08:00:00Z';
		case 'currency':
			return 'USD';
		case 'choice':
			return choices![0];
		case 'list':
			return ['new'];
		case 'rows':
			return [exampleRecord(fields)];
		case 'object':
			return exampleRecord(fields);
		case 'text':
			return /(^|_)id$/.test(name) ? exampleId : (exampleTexts[name] ?? toTitleCase(name));
	}
}

const exampleId = '00000000-0000-0000-0000-000000000000';

const exampleTexts: Readonly<Record<string, string>> = {
	address1: '1 Main Street',
	address2: 'Floor 2',
	city: 'Springfield',
	country: 'US',
	country_code: 'US',
	email: 'name@example.com',
	item: exampleId,
	nominal_code: '1000',
	phone: '+1 555 0100',
	postal_code: '62701',
	region: 'IL',
	sku: 'SKU-1',
	src: 'https://example.com/image.png',
	tracking_number: '1234567890',
};
