import { choice, flag, json, list, resource } from '../../engine/describe';
import { groupId } from '../recordFields';
import { idOf, resourceName } from '../resourceNames';
import { group as shape } from '../shapes';
import {
	filter,
	nameAndDescription,
	orderBy,
	standardOperations,
	writeOperation,
} from '../standardOperations';
import type { WriteSpec } from '../writeRequest';

const groups = standardOperations({ path: 'groups', record: { groupId }, shape });
export const labels = json('Labels', {
	description: 'Labels as a JSON object of strings. They replace all existing labels.',
	placeholder: 'e.g. {"env": "prod"}',
});
const fields = { ...nameAndDescription, labels };

/** The public API description allows more assets to be added than removed. */
const assetIds = (maximum: number) =>
	list('Assets', {
		description: `Resource names or IDs of up to ${maximum} assets, as a list or separated by commas`,
		placeholder: 'e.g. {{ $json.name }}',
		apiName: 'assets.assetIds',
		required: true,
		maximum,
	});
/**
 * The specification calls the field `assetIds`, but other request bodies of the service contain
 * resource names. Users can therefore choose what to send.
 */
const assetIdForm = choice(
	'Send Assets As',
	{ name: 'Resource Names', id: 'IDs Only' },
	{ description: 'How to send the assets to the service', default: 'name', in: 'none' },
);

const members: Pick<WriteSpec, 'body' | 'isLong' | 'requestId'> = {
	isLong: true,
	requestId: 'body',
	body(body, { input }) {
		const { assetIds: assets } = body.assets as { assetIds: string[] };
		const names =
			input.assetIdForm === 'id'
				? assets.map(idOf)
				: assets.map((asset) => resourceName(input, 'assets', asset));
		return { ...body, assets: { assetIds: names } };
	},
};

export const group = resource('Group', {
	default: 'getAll',
	operations: {
		addAssets: writeOperation({
			action: 'Add assets to a group',
			request: 'POST /groups/{groupId}:addAssets',
			...members,
			shape,
			fields: { groupId, assetIds: assetIds(2000) },
			options: {
				allowExisting: flag('Allow Existing', {
					description: 'Whether to skip assets that are already in the group instead of failing',
					default: true,
				}),
				assetIdForm,
			},
		}),
		create: groups.create({ options: fields }),
		delete: groups.delete(),
		get: groups.get(),
		getAll: groups.getAll({ options: { filter, orderBy } }),
		removeAssets: writeOperation({
			action: 'Remove assets from a group',
			request: 'POST /groups/{groupId}:removeAssets',
			...members,
			shape,
			fields: { groupId, assetIds: assetIds(1000) },
			options: {
				allowMissing: flag('Allow Missing', {
					description: 'Whether to skip assets that do not exist instead of failing',
					default: true,
				}),
				assetIdForm,
			},
		}),
		update: groups.update({ options: fields }),
	},
});
