import { addressOf } from '../../../nodes/InstanceCloud/service';

test.each([
	[
		{ baseUrl: 'https://api.{metro}.example.com/v1/', metro: 'fra' },
		'https://api.fra.example.com/v1',
	],
	[{ baseUrl: 'https://api.example.com', metro: 'fra' }, 'https://api.example.com/v1'],
	[{ baseUrl: '', metro: 'fra' }, ''],
	[
		{ baseUrl: 'https://api.{metro}.example.com', metro: 'was1' },
		'https://api.was1.example.com/v1',
	],
])('the base URL of %j is %s', (credential, address) => {
	expect(addressOf(credential)).toBe(address);
});

test.each(['', 'fra.evil.com/', '-fra', 'f a'])(
	'metro %j is rejected, because it would change other parts of the URL',
	(metro) => {
		expect(() => addressOf({ baseUrl: 'https://api.{metro}.example.com/v1', metro })).toThrow(
			`Metro in the credential must be one word such as fra`,
		);
	},
);
