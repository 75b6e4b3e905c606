/** What both ways to log in at a workspace have in common. */
import { baseUrl } from '../engine/credentials/fields';

export const workspaceUrl = baseUrl('Address of the workspace, without /api', {
	displayName: 'Workspace URL',
	placeholder: 'e.g. https://my-workspace.example.com',
});
