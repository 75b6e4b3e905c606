/** Services that give out tokens and go wrong in every way: the run ends with clear errors, and nothing that is worth a token is seen anywhere. */
import { generateKeyPairSync } from 'node:crypto';
import { Container } from '@n8n/di';
import { Logger } from '@n8n/backend-common';
import type { ICredentialType, IDataObject } from 'n8n-workflow';
import { CodeHostingAppApi } from '../../../credentials/CodeHostingAppApi.credentials';
import {
	fetchToken,
	serviceAccountProperties,
	withServiceAccount,
} from '../../../nodes/engine/credentials/serviceAccount';
import { runConcurrently } from '../../../nodes/engine/run/concurrency';
import { everyWord, internal } from '../kit/everyWord';
import { json, startHostile, type Hostile } from '../kit/hostile';
import { faults, type Fault } from '../kit/hostileAnswers';
import { numbered, ofItem, startScratch, type Scratch } from '../kit/scratch';

const { privateKey } = generateKeyPairSync('rsa', {
	modulusLength: 2048,
	publicKeyEncoding: { type: 'spki', format: 'pem' },
	privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
});

const serviceAccount = {
	name: 'scratchTokenApi',
	displayName: 'Scratch Service Account',
	properties: serviceAccountProperties('things.read'),
	authenticate: withServiceAccount,
	preAuthentication: fetchToken,
} as unknown as ICredentialType;

// One account a test: runs of the same one share an exchange that is under way.
let accounts = 0;

const ways: Array<readonly [string, ICredentialType, (url: string) => IDataObject]> = [
	[
		'a service account',
		serviceAccount,
		(url) => ({
			clientEmail: `robot-${++accounts}@example.com`,
			privateKey,
			subject: '',
			scopes: 'things.read',
			tokenUrl: `${url}/token`,
			accessToken: '',
			renewAt: '',
			issuedFor: '',
		}),
	],
	[
		'an app',
		new CodeHostingAppApi(),
		(url) => ({ baseUrl: url, appId: '12', privateKey, installationId: '', installationToken: '' }),
	],
	[
		'an installation of an app',
		new CodeHostingAppApi(),
		(url) => ({
			baseUrl: url,
			appId: '12',
			privateKey,
			installationId: '34',
			installationToken: '',
		}),
	],
];

let scratch: Scratch;
let elsewhere: Hostile;
const logged: unknown[] = [];
beforeAll(async () => {
	scratch = await startScratch();
	elsewhere = await startHostile();
	elsewhere.answer = json({ access_token: 'from-elsewhere', token: 'from-elsewhere' });
	const logger = Container.get(Logger);
	for (const level of ['error', 'warn', 'info', 'debug'] as const)
		jest.spyOn(logger, level).mockImplementation((...words: unknown[]) => void logged.push(words));
});
afterAll(async () => {
	jest.restoreAllMocks();
	await Promise.all([scratch.close(), elsewhere.close()]);
});

/** What was signed with the private key, wherever a request had it. */
const assertionsIn = ({ seen }: Hostile): string[] => [
	...new Set(everyWord(seen).match(/eyJ[\w-]+\.eyJ[\w-]+\.[\w-]+/g) ?? []),
];

/** What is wrong with how two items fare, in sentences. */
async function wrongWith(
	{ answer, fails }: Fault,
	tokenType: ICredentialType,
	dataOf: (url: string) => IDataObject,
): Promise<string[]> {
	const hostile = await startHostile();
	hostile.answer = answer;
	const { items, error, run } = await scratch.run('get', {
		items: numbered(2),
		settings: { onError: 'continueRegularOutput' },
		parameters: {
			...ofItem,
			authentication: 'token',
			options: { timeout: 1500, attempts: 2, maximumRetryWait: 0 },
		},
		tokenType,
		data: dataOf(hostile.url),
	});
	await hostile.close();
	const failures = (items as Array<{ error?: Error & { description?: string } }>).flatMap((item) =>
		item.error ? [item.error] : [],
	);
	const signed = assertionsIn(hostile);
	const everything = everyWord(run, items, failures, logged);
	return [
		...(error ? [`the run failed as a whole: ${error.message}`] : []),
		...(fails && failures.length !== 2 ? [`${failures.length} of 2 items failed`] : []),
		...failures
			.map(({ message, description }) => `${message} ${description ?? ''}`)
			.filter((text) => internal.test(text)),
		...(signed.length === 0 ? ['nothing was asked'] : []),
		...signed
			.filter((one) => everything.includes(one.split('.')[2]!))
			.map(() => 'the assertion is seen'),
		...(everything.includes(privateKey.split('\n')[1]!) ? ['the private key is seen'] : []),
	];
}

test.each(ways)(
	'%s meets every fault',
	async (_, tokenType, dataOf) => {
		const all = faults(elsewhere.url);
		const found: string[] = [];
		await runConcurrently(
			0,
			all.length,
			12,
			undefined,
			async (at) =>
				void found.push(
					...(await wrongWith(all[at]!, tokenType, dataOf)).map(
						(wrong) => `${all[at]!.name}: ${wrong}`,
					),
				),
		);
		expect(found).toEqual([]);
		expect(assertionsIn(elsewhere)).toEqual([]);
	},
	120_000,
);
