// The same header as in BareLoopApi, but set by a function.
class BareLoopFunctionApi {
	name = 'bareLoopFunctionApi';
	displayName = 'Bare Loop Function API';
	properties = [
		{
			displayName: 'Key',
			name: 'apiKey',
			type: 'string',
			typeOptions: { password: true },
			default: '',
		},
	];
	authenticate = async ({ apiKey }, options) => ({
		...options,
		headers: { ...options.headers, Authorization: `Bearer ${apiKey}` },
	});
}
module.exports = { BareLoopFunctionApi };
