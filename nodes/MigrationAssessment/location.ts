/** Project and location of a request, from the item or the credential. */
import { basePath, type Field, id, text, toText } from '../engine/describe';
import { byPageToken } from './pagination';

/** Common prefix of all paths (README.md, Paths). */
const projectPath = '/v1alpha1/projects/{project}';
export const locationPath = `${projectPath}/locations/{location}` as const;

const project = text('Project', {
	description: 'Leave empty to use the project of the credential',
	hint: 'If empty, the project of the credential is used',
	placeholder: 'e.g. my-project',
});

export const location: Field<string> = {
	...id('Location', {
		description: 'Leave empty to use the location of the credential',
		hint: 'If empty, the location of the credential is used',
		placeholder: 'e.g. us-central1',
		resourceName: /^projects\/(?<project>[^/]+)\/locations\/(?<location>[^/]+)$/,
		listMethod: 'searchLocation',
		lookup: {
			request: `GET ${projectPath}/locations`,
			rows: 'locations',
			row: ({ locationId, displayName }) => ({
				name: toText(displayName || locationId),
				value: toText(locationId),
			}),
			paging: byPageToken('locations'),
		},
	}),
	required: false,
};

export const inProject = basePath(projectPath, { project });
export const inLocation = basePath(locationPath, { project, location });
