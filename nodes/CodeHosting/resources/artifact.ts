import { operationsIn, outputFileOptions, resource, text } from '../../engine/describe';
import { downloadFileOrLink, downloadFields } from '../downloads';
import { artifactId, direction, repositoryScope, runId } from '../fields';
import { byLink } from '../paging';
import { artifact as shape, artifactBrief as simplify } from '../shapes';
import { tokenScopes } from '../tokenScopes';

const operation = operationsIn(repositoryScope, tokenScopes.actionsRead, tokenScopes.actionsWrite);

const paging = byLink({ rows: 'artifacts' });
const artifactName = text('Artifact Name', {
	description: 'Only return artifacts with this name',
	apiName: 'name',
});

export const artifact = resource('Artifact', {
	default: 'getAll',
	operations: {
		delete: operation({
			request: 'DELETE /actions/artifacts/{artifactId}',
			effect: 'irreversible',
			fields: { artifactId },
		}),
		download: operation({
			request: 'GET /actions/artifacts/{artifactId}/{archiveFormat}',
			fields: {
				artifactId,
				archiveFormat: text('Archive Format', {
					description: 'Format of the file. The service only supports zip.',
					default: 'zip',
					required: true,
					hideFromAgents: false,
				}),
				...downloadFields,
			},
			options: outputFileOptions,
			run: async (call) =>
				await downloadFileOrLink(
					call,
					`artifact-${call.input.artifactId}.${call.input.archiveFormat}`,
				),
		}),
		get: operation({
			request: 'GET /actions/artifacts/{artifactId}',
			fields: { artifactId },
			simplify,
			shape,
		}),
		getAll: operation({
			request: 'GET /actions/artifacts',
			options: { artifactName },
			paging,
			simplify,
			shape,
		}),
		getAllRun: operation({
			name: 'Get Many of a Run',
			action: 'Get many artifacts of a workflow run',
			request: 'GET /actions/runs/{runId}/artifacts',
			fields: { runId },
			options: { artifactName, direction },
			paging,
			simplify,
			shape,
		}),
	},
});
