// The same header from a function, which n8n calls as it is.
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
