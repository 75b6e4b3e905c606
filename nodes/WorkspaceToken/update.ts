/** Changing a token: what was given, and nothing else. */
import type { IDataObject } from 'n8n-workflow';

export interface Changes {
	readonly comment?: string;
	readonly scopes?: readonly string[];
}

/** Fields that the service lets change, in the order in which the mask names them. */
const changeable = ['comment', 'scopes'] as const;

/**
 * Body of an update. The mask names the fields that were given, an empty comment and an empty list of scopes being given too:
 * they clear what the token has.
 */
export function updateBody(changes: Changes): { token: IDataObject; update_mask: string } {
	const given = changeable.filter((name) => changes[name] !== undefined);
	return {
		token: Object.fromEntries(given.map((name) => [name, changes[name]])) as IDataObject,
		update_mask: given.join(),
	};
}
