/** Creating an instance: the rows of the form to the request's own shape. */
import type { IDataObject } from 'n8n-workflow';
import { type Call, PackError, type Row } from '../engine/describe';
import { filled, unlessEmpty, withTargets } from './fields';
import { createOne, inputOf, partsOf } from './requests';
import { targetOf } from './targets';

/** The body of the request. Pure. @throws Refusal naming what is missing */
export function instanceBody(parts: IDataObject, input: IDataObject): IDataObject {
	const { env, volumes, memory_mb, ...rest } = withTargets(
		parts,
		'service_group',
		'branch_from',
		'checkpoint',
	);
	const group = rest.service_group as IDataObject | undefined;
	const additional = (input.additionalFields ?? {}) as IDataObject;
	const body: IDataObject = {
		...rest,
		...(memory_mb ? { memory_mb } : {}),
		...unlessEmpty(
			'env',
			environment(input.environment as IDataObject[] | undefined, env as IDataObject | undefined),
		),
		...(volumes ? { volumes: volumesOf(volumes as IDataObject[]) } : {}),
		...(group?.services ? { service_group: { ...group, services: filled(group.services) } } : {}),
		...additional,
	};
	delete body.additionalFields;
	if (!['image', 'template', 'checkpoint', 'branch_from'].some((key) => body[key] !== undefined)) {
		throw new PackError('Image is required', {
			field: 'Image',
			hint: 'Give an image, or a template, a checkpoint or an instance to branch from in Options.',
		});
	}
	return body;
}

const environment = (rows: readonly IDataObject[] = [], json: IDataObject = {}): IDataObject => ({
	...json,
	...Object.fromEntries(rows.map(({ key, value }) => [String(key), String(value ?? '')])),
});

/** @throws Refusal for a volume that neither exists nor has a size */
function volumesOf(rows: readonly IDataObject[]): IDataObject[] {
	return filled(rows).map(({ volume, ...row }, index) => {
		const label = `Volumes ${index + 1}`;
		if (volume === undefined && row.size_mb === undefined)
			throw new PackError(`${label} needs a volume that exists, or the size of a new one`, {
				field: 'Volumes',
			});
		return {
			...(volume === undefined ? {} : targetOf(String(volume), `${label}: Volume Reference`)),
			...row,
		};
	});
}

export async function createInstance(call: Call<unknown>): Promise<Row[]> {
	return await createOne(
		call,
		'POST /instances',
		instanceBody(partsOf(call.operation, inputOf(call)), inputOf(call)),
	);
}
