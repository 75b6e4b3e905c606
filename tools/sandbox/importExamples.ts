// Imports credentials for the local services and the example workflows into an n8n instance.
// Existing credentials and workflows are matched by name.
import { readdirSync, readFileSync } from 'node:fs';
import type { INode } from 'n8n-workflow';
import type { RunningService } from '../../test/services/list';
import { serviceNames } from '../generate/serviceNames';
import type { RestClient } from '../n8n/restClient';
import type { StoredCredential, StoredWorkflow, WorkflowSource } from '../n8n/restTypes';
import { inRoot } from '../system/paths';

export interface ImportedExample {
	file: string;
	workflow: StoredWorkflow;
}

/** Creates or updates one credential per local service, such as "Media Generation (local)". */
export async function importCredentials(
	rest: RestClient,
	services: Readonly<Record<string, RunningService>>,
): Promise<StoredCredential[]> {
	const existing = await rest.credentials();
	const imported: StoredCredential[] = [];
	for (const [service, { credential }] of Object.entries(services)) {
		const wanted = { name: `${serviceNames(service).label} (local)`, ...credential };
		const same = existing.find(({ name, type }) => name === wanted.name && type === wanted.type);
		imported.push(
			same ? await rest.updateCredential(same.id, wanted) : await rest.createCredential(wanted),
		);
	}
	return imported;
}

/**
 * Creates the workflows in examples/. A workflow that exists is kept, because it may have been edited
 * in n8n.
 * @param credentials credentials for the nodes, matched by type. If there are several of the same
 * type, they are matched by name.
 */
export async function importExamples(
	rest: RestClient,
	credentials: readonly StoredCredential[],
): Promise<ImportedExample[]> {
	const existing = await rest.workflows();
	const imported: ImportedExample[] = [];
	const files = readdirSync(inRoot('examples')).filter((name) => name.endsWith('.json'));
	for (const file of files.sort()) {
		const text = readFileSync(inRoot('examples', file), 'utf8');
		const source = withCredentials(file, JSON.parse(text) as WorkflowSource, credentials);
		const stored = existing.find(({ name }) => name === source.name);
		const workflow = stored ? await rest.workflow(stored.id) : await rest.createWorkflow(source);
		imported.push({ file, workflow });
	}
	return imported;
}

// Replaces the credential IDs, which refer to the n8n from which the workflow was exported.
function withCredentials(
	file: string,
	source: WorkflowSource,
	credentials: readonly StoredCredential[],
): WorkflowSource {
	const nodes = source.nodes.map((node): INode => {
		if (!node.credentials) return node;
		const replaced = Object.entries(node.credentials).map(([type, { name }]) => {
			const ofType = credentials.filter((credential) => credential.type === type);
			const chosen = ofType.find((credential) => credential.name === name) ?? ofType[0];
			if (!chosen)
				throw new Error(
					`examples/${file} requires a credential of type ${type}, which no local service provides`,
				);
			return [type, { id: chosen.id, name: chosen.name }];
		});
		return { ...node, credentials: Object.fromEntries(replaced) as INode['credentials'] };
	});
	return { ...source, nodes };
}
