// The header is an expression, as in most packs. n8n evaluates it for every request.
class BareLoopApi {
	name = 'bareLoopApi';
	displayName = 'Bare Loop API';
	properties = [
		{
			displayName: 'Key',
			name: 'apiKey',
			type: 'string',
			typeOptions: { password: true },
			default: '',
		},
	];
	authenticate = {
		type: 'generic',
		properties: { headers: { Authorization: '=Bearer {{ $credentials.apiKey }}' } },
	};
}
module.exports = { BareLoopApi };
