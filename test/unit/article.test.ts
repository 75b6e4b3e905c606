import { articleFor } from '../contract/kit/textStyle';

// The contract tests find wrong articles in texts with this function.
test.each(
	(
		'an owner, an artifact, an instance, an after task, an umbrella, an uninstalled app, an ID, ' +
		'an API key, an HTTP request, an SSH key, an XLSX file, an hour, an IP address, an n8n instance, an x-ray, ' +
		'a repository, a user, a unit, a university, a URL, a UUID, a url, a one-time code, ' +
		'a European account, a SHA-256 hash, a SKU, a LoRA, a GPT model, a CSV file, a utility, ' +
		'a Run, an Owner, an Accounting Item'
	).split(', '),
)('%s', (expected) => {
	const [article, ...words] = expected.split(' ');
	expect(articleFor(words.join(' '))).toBe(article);
});
