import { choice, flag, json, list, resource } from '../../engine/describe';
import { act, described, family, filter, orderBy } from '../family';
import { fullName, shortName } from '../place';
import { groupId } from '../records';
import { group as shape } from '../shapes';
import type { Writing } from '../write';

const groups = family({
	one: 'group',
	many: 'groups',
	collection: 'groups',
	key: 'groupId',
	id: groupId,
	shape,
});
export const labels = json('Labels', {
	description: 'Labels as a JSON object of texts; they replace all labels there were',
	placeholder: 'e.g. {"env": "prod"}',
});
const fields = { ...described, labels };

const assetIds = list('Assets', {
	description: 'Full names or IDs of up to 1000 assets: a list, or a text with commas',
	placeholder: 'e.g. {{ $json.name }}',
	wire: 'assets.assetIds',
	required: true,
	maximum: 1000,
});
/** The source calls them ids and wants full names in bodies elsewhere. */
const assetIdForm = choice(
	'Send Assets As',
	{ name: 'Full Names', id: 'IDs Alone' },
	{ description: 'How assets are named to the service', default: 'name', in: 'none' },
);

const members: Pick<Writing, 'body' | 'isLong' | 'requestId'> = {
	isLong: true,
	requestId: 'body',
	body(body, { input }) {
		const given = (body.assets as { assetIds: string[] }).assetIds;
		const names =
			input.assetIdForm === 'id'
				? given.map(shortName)
				: given.map((one) => fullName(input, 'assets', one));
		return { ...body, assets: { assetIds: names } };
	},
};

export const group = resource('Group', {
	default: 'getAll',
	operations: {
		addAssets: act({
			name: 'Add Assets',
			action: 'Add assets to a group',
			request: 'POST /groups/{groupId}:addAssets',
			...members,
			shape,
			fields: { groupId, assetIds },
			options: {
				allowExisting: flag('Allow Existing', {
					description:
						'Whether assets that are in the group already are passed over instead of refused',
					default: true,
				}),
				assetIdForm,
			},
		}),
		create: groups.create('groupId', { options: fields }),
		delete: groups.delete(),
		get: groups.get(),
		getAll: groups.getAll({ options: { filter, orderBy } }),
		removeAssets: act({
			name: 'Remove Assets',
			action: 'Remove assets from a group',
			request: 'POST /groups/{groupId}:removeAssets',
			...members,
			shape,
			fields: { groupId, assetIds },
			options: {
				allowMissing: flag('Allow Missing', {
					description: 'Whether assets that are not there are passed over instead of refused',
					default: true,
				}),
				assetIdForm,
			},
		}),
		update: groups.update({ options: fields }),
	},
});
