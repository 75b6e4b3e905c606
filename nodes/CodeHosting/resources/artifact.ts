import { operation, outputFileOptions, resource, text } from '../../engine/describe';
import { downloadFileOrLink, downloadFields } from '../downloads';
import { artifactId, direction, repositoryScope as basePath, runId } from '../fields';
import { byLink } from '../paging';
import { artifact as shape, artifactBrief as simplify } from '../shapes';
import { tokenScopes } from '../tokenScopes';

const paging = byLink({ rows: 'artifacts' });
const artifactName = text('Artifact Name', {
	description: 'Only return artifacts with this name',
	apiName: 'name',
});

export const artifact = resource('Artifact', {
	default: 'getAll',
	operations: {
		delete: operation({
			action: 'Delete an artifact',
			alsoKnownAs: ['deleteArtifact'],
			basePath,
			request: 'DELETE /actions/artifacts/{artifactId}',
			effect: 'irreversible',
			fields: { artifactId },
			permission: tokenScopes.actionsWrite,
		}),
		download: operation({
			action: 'Download an artifact',
			alsoKnownAs: ['downloadArtifact'],
			basePath,
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
			permission: tokenScopes.actionsRead,
			run: async (call) =>
				await downloadFileOrLink(
					call,
					`artifact-${call.input.artifactId}.${call.input.archiveFormat}`,
				),
		}),
		get: operation({
			action: 'Get an artifact',
			alsoKnownAs: ['getArtifact'],
			basePath,
			request: 'GET /actions/artifacts/{artifactId}',
			fields: { artifactId },
			permission: tokenScopes.actionsRead,
			simplify,
			shape,
		}),
		getAll: operation({
			action: 'Get many artifacts',
			alsoKnownAs: ['listArtifactsForRepo'],
			basePath,
			request: 'GET /actions/artifacts',
			options: { artifactName },
			paging,
			permission: tokenScopes.actionsRead,
			simplify,
			shape,
		}),
		getAllRun: operation({
			name: 'Get Many of a Run',
			action: 'Get many artifacts of a workflow run',
			alsoKnownAs: ['listWorkflowRunArtifacts'],
			basePath,
			request: 'GET /actions/runs/{runId}/artifacts',
			fields: { runId },
			options: { artifactName, direction },
			paging,
			permission: tokenScopes.actionsRead,
			simplify,
			shape,
		}),
	},
});
