// The addresses of the providers, and what users enter to connect an account, for every credential
// type.
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

const googleProvider = (api: string): ProviderCase => ({
	api,
	authorize: 'https://accounts.google.com/o/oauth2/v2/auth',
	token: 'https://oauth2.googleapis.com/token',
});

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

/** By class name of the node. */
export const connectCases: Readonly<Record<string, ServiceCase>> = {
	CodeHosting: {
		providers: {
			gitHub: {
				api: 'https://api.github.com',
				authorize: 'https://github.com/login/oauth/authorize',
				token: 'https://github.com/login/oauth/access_token',
			},
			gitHubEnterpriseServer: {
				api: 'https://github.example.com/api/v3',
				authorize: 'https://github.example.com/login/oauth/authorize',
				token: 'https://github.example.com/login/oauth/access_token',
				entries: { host: 'github.example.com' },
			},
			gitHubDataResidency: {
				api: 'https://api.octocorp.ghe.com',
				authorize: 'https://octocorp.ghe.com/login/oauth/authorize',
				token: 'https://octocorp.ghe.com/login/oauth/access_token',
				entries: { host: 'octocorp.ghe.com' },
			},
		},
		credentials(local) {
			const { appId, privateKey } = (local as CodeService).appCredential.data;
			return {
				token: copied(local, 'token'),
				app: { appId: appId!, privateKey: privateKey! },
				oAuth2,
			};
		},
	},
	ActivityTracking: {
		providers: {
			strava: {
				api: 'https://www.strava.com/api/v3',
				authorize: 'https://www.strava.com/oauth/authorize',
				token: 'https://www.strava.com/oauth/token',
			},
		},
		credentials: (local) => ({ accessToken: copied(local, 'accessToken'), oAuth2 }),
	},
	TaskList: {
		providers: { googleTasks: googleProvider('https://tasks.googleapis.com') },
		credentials: googleCredentials,
	},
	SearchAdsConversions: {
		providers: {
			searchAds360: googleProvider('https://doubleclicksearch.googleapis.com/doubleclicksearch/v2'),
		},
		credentials: googleCredentials,
	},
	MigrationAssessment: {
		providers: {
			googleMigrationCenter: googleProvider('https://migrationcenter.googleapis.com'),
		},
		credentials(local) {
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
	},
	WorkspaceToken: {
		providers: {
			databricks: {
				api: 'https://dbc-a1b2c3d4-e5f6.cloud.databricks.com',
				authorize: 'https://dbc-a1b2c3d4-e5f6.cloud.databricks.com/oidc/v1/authorize',
				token: 'https://dbc-a1b2c3d4-e5f6.cloud.databricks.com/oidc/v1/token',
				entries: { workspace: 'dbc-a1b2c3d4-e5f6.cloud.databricks.com' },
			},
		},
		credentials: (local) => ({ token: copied(local, 'token'), oAuth2 }),
	},
	InstanceCloud: {
		providers: { unikraftCloud: { api: 'https://api.fra.unikraft.cloud' } },
		credentials: (local) => ({ apiToken: copied(local, 'apiToken') }),
	},
	FinanceData: {
		providers: {
			rutter: { api: 'https://production.rutterapi.com/versioned' },
			rutterSandbox: { api: 'https://sandbox.rutterapi.com/versioned' },
		},
		credentials: (local) => ({ keys: copied(local, 'clientId', 'clientSecret', 'accessToken') }),
	},
	DocumentSearch: {
		providers: { captain: { api: 'https://api.runcaptain.com' } },
		credentials: (local) => ({ apiKey: copied(local, 'apiKey') }),
	},
	// No provider is known, so users enter the base URL.
	MediaGeneration: {
		providers: {},
		credentials: (local) => ({ apiKey: copied(local, 'baseUrl', 'apiKey') }),
	},
};
