import {
	NodeConnectionTypes,
	type IExecuteFunctions,
	type INodeExecutionData,
	type INodeType,
	type INodeTypeDescription,
} from 'n8n-workflow';
import { methodsOf, nodeVersions, propertiesOf, runService } from '../engine';
import { documentSearch } from './service';

export class DocumentSearch implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Document Search',
		name: 'documentSearch',
		icon: {
			light: 'file:../../icons/documentSearch.svg',
			dark: 'file:../../icons/documentSearch.dark.svg',
		},
		group: ['transform'],
		version: nodeVersions,
		subtitle: '={{ $parameter["operation"] + ": " + $parameter["resource"] }}',
		description:
			'Search the indexed files of a collection, and manage collections, documents and chunks. Works with Captain.',
		defaults: { name: 'Document Search' },
		usableAsTool: true,
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: 'documentSearchApi', required: true, testedBy: 'connectionTest' }],
		properties: propertiesOf(documentSearch),
	};

	methods = methodsOf(documentSearch);

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		return await runService(this, documentSearch, this.continueOnFail());
	}
}
