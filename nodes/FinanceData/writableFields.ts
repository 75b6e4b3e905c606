/**
 * The fields that create and update operations accept. Taken from the client that is generated from
 * the API description of version 2023-03-14: https://github.com/speakeasy-sdks/rutter-ts (revision
 * 56ff451, MIT). The updates that this version does not have are taken from the client that is
 * generated from version 2024-08-31: https://github.com/jonahseguin/rutter-ts (revision c2042eb, MIT).
 */

import type { entities } from './entities';

export type WritableKind =
	| 'text'
	| 'number'
	/** A number in some versions of the API and text in others, so it is sent as entered. */
	| 'amount'
	| 'flag'
	| 'day'
	| 'time'
	| 'currency'
	| 'choice'
	| 'list'
	| 'rows'
	| 'object';

export interface WritableField {
	readonly name: string;
	readonly required: boolean;
	readonly kind: WritableKind;
	/** Values of a `choice`. */
	readonly choices?: readonly string[];
	/** The entity whose ID the field contains. */
	readonly entity?: keyof typeof entities;
	/** Fields of an `object`, or of each entry of `rows`. Empty if they are not listed here. */
	readonly fields?: readonly WritableField[];
}

type Value = Omit<WritableField, 'name' | 'required'>;

const kindBySuffix: Readonly<Record<string, WritableKind>> = {
	'#': 'number',
	$: 'amount',
	'?': 'flag',
};

function kindByName(name: string): WritableKind {
	if (/_date$/.test(name)) return 'day';
	if (/_at$/.test(name)) return 'time';
	if (/^currency(_code)?$/.test(name)) return 'currency';
	return 'text';
}

/** `location_id` is not listed, because orders and products have locations of their own. */
const entityByName: ReadonlyArray<readonly [RegExp, keyof typeof entities]> = [
	[/(^|_)account_id$/, 'account'],
	[/^vendor_id$/, 'vendor'],
	[/^customer_id$/, 'accountingCustomer'],
	[/^(item|(discount_)?item_id)$/, 'accountingItem'],
	[/^class_id$/, 'class'],
	[/^department_id$/, 'department'],
	[/^subsidiary_id$/, 'subsidiary'],
	[/^tax_rate_id$/, 'taxRate'],
	[/^payment_terms_id$/, 'paymentTerm'],
	[/^bill_credit_memo_id$/, 'billCreditMemo'],
	[/^invoice_credit_memo_id$/, 'invoiceCreditMemo'],
];

/**
 * Reads the fields of a record.
 * @param plain names, separated by spaces. `*` marks required fields, `#` numbers, `$` amounts, `?`
 * flags and `@` the entity of an ID. Dates, currencies and most IDs are recognized by their names.
 * @param others fields with other values, by name. `*` marks required fields.
 */
function record(plain: string, others: Readonly<Record<string, Value>> = {}): WritableField[] {
	const plainFields = plain
		.split(' ')
		.filter(Boolean)
		.map((notation) => {
			const { name, suffix, marked } = /^(?<name>\w+)(?<suffix>[#$?]?)(@(?<marked>\w+))?/.exec(
				notation,
			)!.groups!;
			const entity = marked ?? entityByName.find(([pattern]) => pattern.test(name!))?.[1];
			return {
				name: name!,
				required: notation.endsWith('*'),
				kind: kindBySuffix[suffix!] ?? kindByName(name!),
				...(entity ? { entity: entity as keyof typeof entities } : {}),
			};
		});
	const otherFields = Object.entries(others).map(([notation, value]) => ({
		name: notation.replace('*', ''),
		required: notation.endsWith('*'),
		...value,
	}));
	return [...plainFields, ...otherFields];
}

const oneOf = (values: string): Value => ({ kind: 'choice', choices: values.split(' ') });
const rows = (...fields: Parameters<typeof record>): Value => ({
	kind: 'rows',
	fields: record(...fields),
});
const object = (...fields: Parameters<typeof record>): Value => ({
	kind: 'object',
	fields: record(...fields),
});
const list: Value = { kind: 'list' };

const addresses = rows('address1* address2* city* country* postal_code* region*', {
	'type*': oneOf('billing shipping po_box unknown'),
});
const changedAddresses = rows('address1 address2 address3 city country postal_code region', {
	'type*': oneOf('billing shipping po_box unknown'),
});
const orderAddress = object(
	'first_name* last_name* email* phone* address1* address2* city* region* postal_code* country_code*',
);
const dimensions = object('class_id department_id location_id@location');
const accountTypes = oneOf(
	'accounts_payable accounts_receivable bank fixed_asset other_asset other_current_asset liability equity expense other_expense income other_income credit_card cost_of_goods_sold other_current_liability long_term_liability non_posting unknown',
);
const billLineItems = rows(
	'total_amount#* account_id description tax_rate_id class_id customer_id department_id location_id@location discount_amount# discount_item_id',
	{ item: object('id@accountingItem* quantity#* unit_amount#*') },
);
const invoiceLineItems = rows(
	'total_amount#* account_id description discount_amount# discount_item_id',
	{
		'item*': object('id@accountingItem quantity# unit_amount#'),
		additional_fields: object('rev_rec_start_date rev_rec_end_date'),
	},
);
const linkedInvoices = rows('id@invoice* amount#* allocated_at');
const itemPrice = object('account_id description unit_price$');
const itemType = oneOf('inventory non_inventory service discount unknown');
const productStatus = oneOf('active archived inactive draft unknown');

const images = rows('src*');
const inventory = object('location_id total_count#');
const optionValues = rows('name* value*');
const weight = object('value#*', { 'unit*': oneOf('kg g oz lb gal') });

/** The writable fields, by resource and operation. The most important ones come first. */
export const writableFields = {
	'account.create': record('name* nominal_code* currency_code* subsidiary_id', {
		'account_type*': accountTypes,
		additional_fields: object('bank_account_number'),
	}),
	'accountingCustomer.create': record('customer_name* contact_name* email* phone* subsidiary_id', {
		addresses,
	}),
	'accountingCustomer.update': record('customer_name contact_name email phone', {
		status: oneOf('active archived unknown'),
		addresses: changedAddresses,
		additional_fields: object('parent_id@accountingCustomer'),
	}),
	'accountingItem.create': record('name* quantity_on_hand# asset_account_id', {
		type: itemType,
		bill_item: itemPrice,
		invoice_item: itemPrice,
		additional_fields: object('item_id'),
	}),
	'accountingItem.update': record('name code quantity_on_hand# asset_account_id', {
		status: oneOf('active archived unknown'),
		type: itemType,
		bill_item: itemPrice,
		invoice_item: itemPrice,
		additional_fields: object('quantity_on_hand_adjustment_account_id'),
	}),
	'bill.create': record(
		'vendor_id* issue_date* due_date currency_code* document_number memo account_id subsidiary_id payment_terms_id',
		{
			'line_items*': billLineItems,
			linked_purchase_orders: rows('id@purchaseOrder*'),
			additional_fields: dimensions,
		},
	),
	'bill.update': record('memo due_date issue_date document_number vendor_id', {
		line_items: billLineItems,
		additional_fields: dimensions,
	}),
	'billCreditApplication.create': record(
		'bill_credit_memo_id* vendor_id* transaction_date* currency_code* memo',
		{
			'linked_bills*': rows('id@bill* allocated_amount#*'),
			additional_fields: object('account_id'),
		},
	),
	'billCreditMemo.create': record(
		'vendor_id* account_id* issue_date* currency_code* document_number memo',
		{
			'line_items*': rows('total_amount#* account_id description', {
				item: object('id@accountingItem* quantity#* unit_amount#*'),
			}),
		},
	),
	'billPayment.create': record(
		'vendor_id* account_id* transaction_date* currency_code* currency_rate# document_number memo',
		{
			'linked_bills*': rows('id@bill* allocated_amount#* allocated_date'),
			additional_fields: object('location_id@location'),
		},
	),
	'billPayment.update': record('memo currency_rate#', { status: oneOf('void') }),
	'expense.create': record(
		'account_id* currency_code* transaction_date vendor_id memo currency_rate# subsidiary_id',
		{
			'expense_type*': oneOf('expense refund'),
			'line_items*': rows(
				'account_id* total_amount#* description tax_rate_id class_id customer_id department_id location_id@location',
			),
			additional_fields: object('is_reconciled? reference_number tax_inclusive?', {
				place_of_supply: oneOf(
					'abu_dhabi ajman dubai fujairah ras_al_khaimah sharjah umm_al_quwain united_arab_emirates saudi_arabia bahrain kuwait oman qatar',
				),
				tax_treatment: oneOf(
					'vat_registered vat_not_registered gcc_vat_not_registered gcc_vat_registered non_gcc dz_vat_registered dz_vat_not_registered',
				),
			}),
		},
	),
	'expense.update': record('memo account_id vendor_id customer_id', {
		line_items: rows(
			'total_amount#* account_id description tax_rate_id class_id customer_id department_id location_id@location project_id',
			{
				additional_fields: object('task_id tax_area_code billable?', {
					additional_class_ids: list,
					item: object('id@accountingItem* quantity# unit_amount#'),
				}),
			},
		),
	}),
	'invoice.create': record(
		'customer_id* issue_date* due_date* currency_code* document_number memo subsidiary_id payment_terms_id',
		{
			'line_items*': invoiceLineItems,
			additional_fields: object('', { addresses }),
		},
	),
	'invoice.update': record('due_date issue_date document_number customer_id currency_code', {
		status: oneOf('void'),
		line_items: invoiceLineItems,
		additional_fields: object('', { addresses }),
	}),
	'invoiceCreditApplication.create': record(
		'invoice_credit_memo_id* customer_id* transaction_date* currency_code* account_id memo',
		{ 'linked_invoices*': rows('id@invoice* allocated_amount#*') },
	),
	'invoiceCreditMemo.create': record('customer_id* account_id* issue_date* currency_code*', {
		'line_items*': rows('description* total_amount$* account_id', {
			'item*': object('id@accountingItem* quantity#* unit_amount$*'),
		}),
	}),
	'invoicePayment.create': record(
		'customer_id* account_id* txn_date* currency_code* total_amount#* memo',
		{
			'linked_invoices*': linkedInvoices,
			additional_fields: object('reconciled? reference_number'),
		},
	),
	'invoicePayment.update': record('memo txn_date total_amount# account_id customer_id', {
		linked_invoices: linkedInvoices,
	}),
	'journalEntry.create': record(
		'transaction_date* currency_code* memo currency_rate# subsidiary_id',
		{
			'line_items*': rows('account_id* total_amount#* description tax_rate_id', {
				additional_fields: object(
					'class_id customer_id department_id location_id@location subsidiary_id vendor_id',
				),
			}),
		},
	),
	'order.create': record('currency_code*', {
		'customer*': object('email* first_name last_name'),
		'line_items*': rows('variant_id* quantity#*'),
		'billing_address*': orderAddress,
		shipping_address: orderAddress,
		additional_fields: object('', { tags: list }),
	}),
	'order.createFulfillment': record('carrier* tracking_number* tracking_url service location_id', {
		'line_items*': rows('line_item_id* quantity#'),
		additional_fields: object('notify_customer?'),
	}),
	'order.update': record('', { 'status*': oneOf('active archived cancelled unknown') }),
	'product.create': record('name* description* category_id#', {
		status: productStatus,
		tags: list,
		images,
		'variants*': rows('sku* price#* id', {
			'option_values*': optionValues,
			images,
			inventory,
			weight,
		}),
		additional_fields: object(''),
	}),
	'product.update': record('name description', { status: productStatus }),
	'purchaseOrder.create': record(
		'vendor_id* currency* txn_date memo currency_rate# subsidiary_id',
		{
			'line_items*': rows('item* quantity#* unit_amount# description tax_rate_id'),
			additional_fields: dimensions,
		},
	),
	'salesOrder.create': record(
		'customer_id* currency_code issue_date memo class_id department_id location_id@location subsidiary_id',
		{
			'line_items*': rows('description tax_rate_id', {
				'item*': object('id@accountingItem* quantity# unit_amount#'),
			}),
		},
	),
	'variant.create': record('sku* price#* id', {
		'option_values*': optionValues,
		images,
		inventory,
		weight,
	}),
	// The body also requires `id`, which is the ID in the path.
	'variant.update': record('price# sku', {
		option_values: optionValues,
		images,
		inventory,
		weight,
	}),
	'vendor.create': record(
		'vendor_name* contact_name* currency_code* email phone website registration_number tax_number',
		{
			addresses,
			subsidiaries: rows('id@subsidiary* primary?*'),
			additional_fields: object('default_payables_account_id'),
		},
	),
	'vendor.update': record(
		'vendor_name contact_name email phone website currency_code registration_number tax_number',
		{
			status: oneOf('active archived'),
			addresses: changedAddresses,
			subsidiaries: rows('id@subsidiary* primary?*'),
			additional_fields: object('default_payables_account_id'),
		},
	),
} as const satisfies Record<string, readonly WritableField[]>;

/** A key of `writableFields`. */
export type Write = keyof typeof writableFields;
