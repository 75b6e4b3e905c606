/** The fields that the form offers for the conditions of a filter. */
import { allEntities, fieldKindByName, fieldKinds, parseFields } from '../entities';
import type { FieldKind, KindOf } from './language';

/**
 * Plain fields of the resources that have no Simplify option, in the notation of the entities.
 * Taken from the published description of API version 2023-03-14
 * (github.com/speakeasy-sdks/rutter-ts).
 */
const otherFields: Readonly<Record<string, string>> = {
	attachment: 'id platform_id attached_to_id attached_to_type! file_name created_at',
	balanceSheet:
		'id start_date end_date currency_code! total_assets# total_equity# total_liabilities# created_at updated_at',
	cashFlowStatement:
		'id start_date end_date currency_code! starting_balance# ending_balance# total_operating# total_investing# total_financing# created_at updated_at',
	class: 'id platform_id parent_id name status! created_at updated_at',
	connection: 'id platform!',
	currency: 'id currency_code! currency_name updated_at',
	customerGroup: 'id platform_id name created_at updated_at',
	department: 'id platform_id parent_id name status! created_at updated_at',
	incomeStatement:
		'id start_date end_date currency_code! total_income# total_cost_of_sales# gross_profit# total_expenses# net_income# created_at updated_at',
	location: 'id platform_id parent_id name status! created_at updated_at',
	productCategory: 'id name',
	subsidiary: 'id platform_id parent_id name country status! currency_code! updated_at',
};

const notationOf = (resource: string): { readonly fields: readonly string[] } => {
	const entity = allEntities.find(({ key }) => key === resource);
	return entity && entity.fields.length > 0
		? entity
		: { fields: (otherFields[resource] ?? '').split(' ').filter(Boolean) };
};

/** The known fields of a resource with their types. Empty if the fields are not public. */
export const filterableFields = (resource: string): { name: string; kind: FieldKind }[] =>
	parseFields(notationOf(resource)).map(({ name, kind }) => ({
		name,
		kind: fieldKindByName(name) ?? kind,
	}));

/** Returns a function that looks up the type of a field of the resource. */
export const filterKinds = (resource: string, version: string): KindOf =>
	fieldKinds(notationOf(resource), version);
