import { readdirSync } from 'node:fs';
import type { INode } from 'n8n-workflow';
import { convertWorkflow } from '../../../../tools/packages/convert';
import { singlePackages } from '../../../../tools/packages/table';
import { inRoot } from '../../../../tools/system/paths';

const node = (type: string, credentials?: INode['credentials']): INode => ({
	id: '1',
	name: 'Node',
	type,
	typeVersion: 1,
	position: [0, 0],
	parameters: { resource: 'instance' },
	...(credentials ? { credentials } : {}),
});

test.each([
	['n8n-nodes-tenfold.instanceCloud', 'n8n-nodes-unikraft-cloud.unikraftCloud'],
	['n8n-nodes-tenfold.instanceCloudTool', 'n8n-nodes-unikraft-cloud.unikraftCloudTool'],
	['n8n-nodes-tenfold.financeDataTrigger', 'n8n-nodes-rutter.rutterTrigger'],
	['n8n-nodes-tenfold.financeDataUpdatesTrigger', 'n8n-nodes-rutter.rutterUpdatesTrigger'],
	['n8n-nodes-tenfold.documentSearch', 'n8n-nodes-captain.captain'],
	['n8n-nodes-tenfold.searchAdsConversions', 'n8n-nodes-search-ads-360.searchAds360'],
	[
		'n8n-nodes-tenfold.migrationAssessment',
		'n8n-nodes-google-cloud-migration-center.googleCloudMigrationCenter',
	],
	['n8n-nodes-tenfold.taskList', 'n8n-nodes-tenfold.taskList'],
	['n8n-nodes-base.set', 'n8n-nodes-base.set'],
])('%s becomes %s', (from, to) =>
	expect(convertWorkflow({ nodes: [node(from)] }).nodes).toEqual([node(to)]),
);

test('a credential gets its new type and keeps its name', () => {
	const [converted] = convertWorkflow({
		nodes: [
			node('n8n-nodes-tenfold.searchAdsConversions', {
				searchAdsConversionsOAuth2Api: { id: '7', name: 'Ads' },
			}),
		],
	}).nodes;
	expect(converted!.credentials).toEqual({ searchAds360OAuth2Api: { id: null, name: 'Ads' } });
});

test('names of packages never change, because saved workflows contain them', () => {
	expect(singlePackages.map(({ npmName, to }) => [npmName, to.camel])).toEqual([
		['n8n-nodes-captain', 'captain'],
		['n8n-nodes-rutter', 'rutter'],
		['n8n-nodes-unikraft-cloud', 'unikraftCloud'],
		['n8n-nodes-google-cloud-migration-center', 'googleCloudMigrationCenter'],
		['n8n-nodes-search-ads-360', 'searchAds360'],
	]);
});

test('no credential type of a package belongs to the pack', () => {
	const types = readdirSync(inRoot('credentials')).map((file) => file.split('.')[0]!);
	for (const { to } of singlePackages)
		expect(types.filter((type) => type.startsWith(to.pascal))).toEqual([]);
});
