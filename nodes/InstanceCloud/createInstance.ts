/** Creates an instance: converts the fields of the form to the request body. */
import type { IDataObject } from 'n8n-workflow';
import { type Call, PackError, type Row, toText } from '../engine/describe';
import { createObject } from './objects';
import { bodyOf, inputOf, omitUnset, withTargets } from './requestBody';
import { targetOf } from './targets';

export async function createInstance(call: Call<unknown>): Promise<Row[]> {
	const input = inputOf(call);
	return await createObject(
		call,
		'POST /instances',
		instanceBody(bodyOf(call.operation, input), input),
	);
}

/**
 * Builds the request body. Pure.
 * @param parts values of the fields, by their names in the request
 * @param input values of the fields, by their keys in the form
 * @throws PackError if there is nothing to create the instance from, or a volume has neither a
 * reference nor a size
 */
export function instanceBody(parts: IDataObject, input: IDataObject): IDataObject {
	const { env, volumes, memory_mb, ...rest } = withTargets(
		parts,
		'service_group',
		'branch_from',
		'checkpoint',
	);
	const group = rest.service_group as IDataObject | undefined;
	const otherFields = (input.otherFields ?? {}) as IDataObject;
	const variables = environment(
		input.environment as IDataObject[] | undefined,
		env as IDataObject | undefined,
	);
	const body: IDataObject = {
		...rest,
		...(memory_mb ? { memory_mb } : {}),
		...(Object.keys(variables).length > 0 ? { env: variables } : {}),
		...(volumes ? { volumes: volumesOf(volumes as IDataObject[]) } : {}),
		...(group?.services
			? { service_group: { ...group, services: omitUnset(group.services) } }
			: {}),
		...otherFields,
	};
	delete body.otherFields;
	if (!['image', 'template', 'checkpoint', 'branch_from'].some((key) => body[key] !== undefined)) {
		throw new PackError('Image is required', {
			field: 'Image',
			hint: 'Enter an image, or add Template, Checkpoint or Branch From in Additional Fields.',
		});
	}
	return body;
}

const environment = (rows: readonly IDataObject[] = [], json: IDataObject = {}): IDataObject => ({
	...json,
	...Object.fromEntries(rows.map(({ key, value }) => [toText(key), toText(value)])),
});

function volumesOf(rows: readonly IDataObject[]): IDataObject[] {
	return omitUnset(rows).map(({ volume, ...row }, index) => {
		const label = `Volumes ${index + 1}`;
		if (volume === undefined && row.size_mb === undefined)
			throw new PackError(`${label} requires a volume reference or a size`, {
				field: 'Volumes',
				hint: 'Enter the UUID or name of an existing volume, or the size of a new one.',
			});
		return {
			...(volume === undefined ? {} : targetOf(toText(volume), `${label}: Volume Reference`)),
			...row,
		};
	});
}
