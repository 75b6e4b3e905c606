// Puts the local services' credentials and the example workflows into an n8n: by name, so that a second time updates.
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { RunningService } from '../../test/services/list';
import { inRoot } from '../system/paths';
import type { Rest } from '../n8n/restClient';
import type { INode, StoredCredential, StoredWorkflow, WorkflowSource } from '../n8n/restTypes';

/** An example workflow in n8n, and the file that it came from. */
export interface ImportedExample {
	file: string;
	workflow: StoredWorkflow;
}

/** An example file that cannot be imported as it is. */
export class ExampleError extends Error {
	constructor(file: string, problem: string) {
		super(`examples/${file} ${problem}`);
		this.name = 'ExampleError';
	}
}

/** Creates or updates one credential for each local service, named "Media Generation (local)" and the like. */
export async function importCredentials(
	rest: Rest,
	services: Readonly<Record<string, RunningService>>,
): Promise<StoredCredential[]> {
	const existing = await rest.credentials();
	const stored: StoredCredential[] = [];
	for (const [service, { credential }] of Object.entries(services)) {
		const wanted = { name: localName(service), ...credential };
		const same = existing.find(({ name, type }) => name === wanted.name && type === wanted.type);
		stored.push(
			same ? await rest.updateCredential(same.id, wanted) : await rest.createCredential(wanted),
		);
	}
	return stored;
}

/**
 * Creates or updates the workflows of a folder. One that a person has changed in the editor is left alone until its
 * file changes.
 * @param credentials what the workflows' nodes may refer to, by type and, where there are several of a type, by name
 */
export async function importExamples(
	rest: Rest,
	credentials: readonly StoredCredential[],
	folder: string = inRoot('examples'),
): Promise<ImportedExample[]> {
	const files = existsSync(folder)
		? readdirSync(folder)
				.filter((name) => name.endsWith('.json'))
				.sort()
		: [];
	const existing = await rest.workflows();
	const imported: ImportedExample[] = [];
	for (const file of files) {
		const source = withCredentials(file, readExample(folder, file), credentials);
		const known = existing.find(({ name }) => name === source.name);
		imported.push({ file, workflow: await store(rest, source, known?.id) });
	}
	return imported;
}

async function store(
	rest: Rest,
	source: WorkflowSource,
	id: string | undefined,
): Promise<StoredWorkflow> {
	if (id === undefined) return await rest.createWorkflow(source);
	const stored = await rest.workflow(id);
	if (stored.meta?.tenfoldExample === source.meta?.tenfoldExample) return stored;
	const updated = await rest.updateWorkflow(id, source);
	// An update makes a new version, and the live one stays what it was.
	return stored.active || stored.activeVersionId ? await rest.activate(id) : updated;
}

function readExample(folder: string, file: string): WorkflowSource {
	const text = readFileSync(join(folder, file), 'utf8');
	const fingerprint = createHash('sha256').update(text).digest('hex').slice(0, 16);
	let example: Partial<WorkflowSource>;
	try {
		example = JSON.parse(text) as Partial<WorkflowSource>;
	} catch (error) {
		throw new ExampleError(file, `is not JSON: ${(error as Error).message}`);
	}
	const { name, nodes, connections, settings = {}, pinData, meta } = example;
	if (!name || !nodes || !connections)
		throw new ExampleError(file, 'is no workflow: name, nodes or connections missing');
	return {
		name,
		nodes,
		connections,
		settings,
		...(pinData && { pinData }),
		meta: { ...meta, tenfoldExample: fingerprint },
	};
}

// The ids in an exported workflow are those of the n8n it came from.
function withCredentials(
	file: string,
	source: WorkflowSource,
	credentials: readonly StoredCredential[],
): WorkflowSource {
	const nodes = source.nodes.map((node): INode => {
		if (!node.credentials) return node;
		const own = Object.entries(node.credentials).map(([type, { name }]) => {
			const ofType = credentials.filter((credential) => credential.type === type);
			const chosen = ofType.find((credential) => credential.name === name) ?? ofType[0];
			if (!chosen)
				throw new ExampleError(
					file,
					`needs a credential of type ${type}, which no local service has`,
				);
			return [type, { id: chosen.id, name: chosen.name }];
		});
		return { ...node, credentials: Object.fromEntries(own) as INode['credentials'] };
	});
	return { ...source, nodes };
}

// mediaGeneration: "Media Generation (local)"
function localName(service: string): string {
	const words = service.replace(/([a-z])([A-Z])/g, '$1 $2');
	return `${words.charAt(0).toUpperCase()}${words.slice(1)} (local)`;
}
