// The addresses of the providers, as their documentation states them. The tests in the editor use
// the same list.
import type { IDataObject } from 'n8n-workflow';
import { otherProvider, toText, withProvider } from '../../nodes/engine/describe';
import { connectCases } from '../host/editor/connectCases';
import { nodesWithCases } from './kit/pack';

test.each(nodesWithCases)('$name knows the addresses of its providers', ({ name, service }) => {
	const { providers: expected } = connectCases[name]!;
	const keys = service.providers.list.map(({ key }) => key).filter((key) => key !== otherProvider);
	const defaults = Object.entries(service.providers.parts).map(([part, one]) => [
		part,
		one.default,
	]);
	const actual = keys.map((key) => {
		const credential: IDataObject = {
			...(Object.fromEntries(defaults) as IDataObject),
			provider: key,
			...expected[key]?.entries,
		};
		const { baseUrl, authorizationUrl, tokenUrl } = withProvider(service.providers, credential);
		// Some base URLs also contain the version of the API.
		const { api = '' } = expected[key] ?? {};
		const found = toText(baseUrl).startsWith(api) ? api : baseUrl;
		return [key, { api: found, authorize: authorizationUrl, token: tokenUrl }];
	});
	expect(Object.fromEntries(actual)).toEqual(
		Object.fromEntries(
			Object.entries(expected).map(([key, { api, authorize, token }]) => [
				key,
				{ api, authorize, token },
			]),
		),
	);
});
