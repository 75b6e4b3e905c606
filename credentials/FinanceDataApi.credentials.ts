import type { ICredentialType, Icon } from 'n8n-workflow';
import { keyCredential, properties } from '../nodes/FinanceData/credentials';

export class FinanceDataApi implements ICredentialType {
	name = 'financeDataApi';

	displayName = 'Finance Data API';

	icon: Icon = {
		light: 'file:../icons/financeData.svg',
		dark: 'file:../icons/financeData.dark.svg',
	};

	documentationUrl =
		'https://github.com/n8n-nodes-tenfold/n8n-nodes-tenfold/blob/main/docs/finance-data.md#connect';

	properties = properties;

	authenticate = keyCredential.authenticate;
}
