/**
 * Document Search: the models and requests of Captain's Python client, which Fern generated. The
 * client has version 2 of the API, but neither the query of version 3 nor chunks and relations.
 */
import { documentSearch } from '../../nodes/DocumentSearch/service';
import { selectRequests } from './description';
import type { Files } from './downloads';
import { requestsOf, type DescriptionSource } from './extract';
import { describePythonClient } from './pythonClient';

const folder = 'src/runcaptain';
const clients = ['collections', 'indexing', 'jobs', 'query'];
/** Packages with models. */
const modelPackages = ['types', 'collections/types', 'indexing/types'];

export const documentSearchSource: DescriptionSource = {
	service: documentSearch,
	async extract(downloads) {
		const { read, ...source } = await downloads.repository('runcaptain/captain-py-sdk');
		const description = describePythonClient({
			models: (await Promise.all(modelPackages.map((name) => readModels(read, name)))).flat(),
			clients: await Promise.all(clients.map((name) => read(`${folder}/${name}/raw_client.py`))),
		});
		return {
			sources: [{ ...source, license: 'not stated' }],
			...selectRequests(requestsOf(documentSearch), description),
		};
	},
};

/** Reads the modules that a package imports. */
async function readModels(read: Files['read'], name: string): Promise<string[]> {
	const index = await read(`${folder}/${name}/__init__.py`);
	const modules = [...index.matchAll(/^ +from \.(\w+) import/gm)].map(([, module]) => module!);
	return await Promise.all(modules.map((module) => read(`${folder}/${name}/${module}.py`)));
}
