// The addresses of the providers, and what users enter to connect an account, for every credential
// type.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import type { CodeService } from '../../services/codeHosting/service';
import type { RunningService } from '../../services/list';
import type { MigrationService } from '../../services/migrationAssessment/service';
import type { TaskService } from '../../services/taskList/service';
import { OAUTH2_CLIENT } from '../kit/authorizationServer';

/** Text by credential field. */
export type Entries = Readonly<Record<string, string>>;

export interface ProviderCase {
	/** The base URL of the API that the base URL of the local service replaces. */
	readonly api: string;
	/** OAuth2 endpoints. */
	readonly authorize?: string;
	readonly token?: string;
	/** The parts of the addresses that users enter. */
	readonly entries?: Entries;
}

interface ServiceCase {
	/** By key. */
	readonly providers: Readonly<Record<string, ProviderCase>>;
	/** By value of the parameter Authentication. */
	credentials(local: RunningService): Readonly<Record<string, Entries>>;
}

const oAuth2 = { clientId: OAUTH2_CLIENT.id, clientSecret: OAUTH2_CLIENT.secret };

const serviceAccount = (data: Record<string, unknown>): Entries => ({
	clientEmail: String(data.clientEmail),
	privateKey: String(data.privateKey),
});

/** Copies fields of the local service's credential. */
const copied = ({ credential }: RunningService, ...names: string[]): Entries =>
	Object.fromEntries(names.map((name) => [name, credential.data[name]!]));

const googleCredentials = (local: RunningService): Readonly<Record<string, Entries>> => ({
	oAuth2,
	serviceAccount: serviceAccount((local as TaskService).credentials.serviceAccount),
	accessToken: copied(local, 'accessToken'),
});

const providers = parse(readFileSync(join(__dirname, 'providers.yaml'), 'utf8')) as Readonly<
	Record<string, ServiceCase['providers']>
>;

/** What users enter, by class name of the node. */
const credentials: Readonly<Record<string, ServiceCase['credentials']>> = {
	CodeHosting(local) {
		const { appId, privateKey } = (local as CodeService).appCredential.data;
		return {
			token: copied(local, 'token'),
			app: { appId: appId!, privateKey: privateKey! },
			oAuth2,
		};
	},
	ActivityTracking: (local) => ({ accessToken: copied(local, 'accessToken'), oAuth2 }),
	TaskList: googleCredentials,
	SearchAdsConversions: googleCredentials,
	MigrationAssessment(local) {
		const project = copied(local, 'project');
		return {
			oAuth2: { ...project, ...oAuth2 },
			serviceAccount: {
				...project,
				...serviceAccount((local as MigrationService).serviceAccount.data),
			},
			accessToken: { ...project, ...copied(local, 'accessToken') },
		};
	},
	WorkspaceToken: (local) => ({ token: copied(local, 'token'), oAuth2 }),
	InstanceCloud: (local) => ({ apiToken: copied(local, 'apiToken') }),
	FinanceData: (local) => ({ keys: copied(local, 'clientId', 'clientSecret', 'accessToken') }),
	DocumentSearch: (local) => ({ apiKey: copied(local, 'apiKey') }),
	MediaGeneration: (local) => ({ apiKey: copied(local, 'baseUrl', 'apiKey') }),
};

/** By class name of the node. */
export const connectCases: Readonly<Record<string, ServiceCase>> = Object.fromEntries(
	Object.entries(credentials).map(([name, ofService]) => [
		name,
		{ providers: providers[name]!, credentials: ofService },
	]),
);
