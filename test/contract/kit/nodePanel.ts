// n8n's node panel: which nodes a search lists.

/**
 * Whether n8n lists a node with these texts (its name and aliases). It does so if the letters of
 * the search occur in one of the texts in the same order, with any gaps between them
 * (`sublimeSearch` in `@n8n/utils`).
 */
export const isListed = (search: string, texts: readonly string[]): boolean =>
	texts.some((text) => containsInOrder(text.toLowerCase(), search.toLowerCase()));

function containsInOrder(text: string, letters: string): boolean {
	let matched = 0;
	for (const letter of text) if (letter === letters[matched]) matched++;
	return matched === letters.length;
}

/**
 * 95 names of other nodes and of other services in n8n. None of them has to do with the services of
 * this pack.
 */
export const unrelatedSearches: readonly string[] = (
	'airtable anthropic asana aws baserow bitly calendly chargebee clickup contentful convertkit ' +
	'crypto date discord disqus drift dropbox elasticsearch email excel facebook fax figma filter ' +
	'firebase form ftp gmail graphql hubspot html http if imap instagram intercom jira kafka ldap ' +
	'limit linkedin loop mailchimp mailgun markdown mastodon matrix mattermost merge mongodb mqtt ' +
	'mysql notion okta openai outlook pagerduty pipedrive postgres pushover rabbitmq reddit redis ' +
	'remove rss salesforce schedule sendgrid sentry slack smtp snowflake sort split spotify ssh ' +
	'supabase switch teams telegram translate trello twilio typeform wait weather webflow webhook ' +
	'whatsapp wordpress xml youtube zendesk zoom zulip'
).split(' ');
