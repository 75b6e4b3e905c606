/** The field that both credential types share. */
import { baseUrl } from '../engine/credentials/fields';

export const workspaceUrl = baseUrl('Base URL of the workspace, without /api', {
	displayName: 'Workspace URL',
	placeholder: 'e.g. https://my-workspace.example.com',
});
