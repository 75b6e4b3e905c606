/** What a person gives for an estimate and for a create, by the names of the form. */
import type { IDataObject } from 'n8n-workflow';

export interface RequestInput {
	readonly modelId: string;
	readonly prompt?: string;
	readonly specifyFields?: string;
	readonly modelFields?: IDataObject;
	readonly fieldsJson?: IDataObject;
}

export interface CreateInput extends RequestInput {
	readonly maximumCost?: number;
	readonly wait?: string;
	readonly idempotencyKey?: string;
	readonly callbackUrl?: string;
	readonly downloadOutputs?: boolean;
	readonly outputProperty?: string;
	readonly maximumWait?: number;
	readonly whenStalled?: string;
}
