// n8n's node panel: which nodes a search lists.
import type { Service } from '../../../nodes/engine/describe';

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
	'firebase form ftp gmail grafana hubspot html http if imap instagram intercom jira kafka ldap ' +
	'limit linkedin loop mailchimp mailgun markdown mastodon matrix mattermost merge mongodb mqtt ' +
	'mysql notion okta openai outlook pagerduty pipedrive postgres pushover rabbitmq reddit redis ' +
	'remove rss salesforce schedule sendgrid sentry slack smtp snowflake sort split spotify ssh ' +
	'supabase switch teams telegram translate trello twilio typeform wait weather webflow webhook ' +
	'whatsapp wordpress xml youtube zendesk zoom zulip'
).split(' ');

/**
 * What users search for: a provider, or what they want to do. By service. The last line of a service
 * has what users missed in the node panel, and names of nodes in public templates and community nodes: n8n.io
 * 9218, n8nworkflows.xyz 12013, 2790, 3014, 5148 and 8105, clepti.com (Strava), ncnodes.com
 * (n8n-nodes-klingai).
 */
const searches: Readonly<Record<string, string>> = {
	activityTracking:
		'strava, strava activity, segments, activity, running, cycling, workout, fitness, gpx, athlete, heart rate, club, ' +
		'running club, kilometers, activities, ' +
		'create activity, update activity',
	codeHosting:
		'github, github actions, github enterprise, ghes, github issue, issue, create issue, ' +
		'pull request, code review, secret, rerun, run workflow, release, branch, repository, ' +
		'commit, notifications, ci, ' +
		'create branch, commit file, search issues, workflow run, build failed, graphql, create file, ' +
		'edit file, get issues, list issues, pr diff, commit history, workflow dispatch, create pull request, ' +
		'pull request merged',
	documentSearch:
		'captain, runcaptain, rag, semantic search, knowledge base, search documents, ' +
		'document search, vector search, retrieval, rerank, ' +
		'citations, question answering, ask documents, ask questions, search files, pdf, index document, ' +
		'upload document, insert document, upload file',
	financeData:
		'rutter, rutter sandbox, accounting, invoice, invoices, create invoice, bill, expense, quickbooks, ' +
		'xero, netsuite, shopify, ecommerce, payments, bookkeeping, ledger, purchase order, ' +
		'overdue invoice, invoice payment, income statement, balance sheet, vendor, profit and loss, ' +
		'record payment, find customer, create customer, create bill, accounts payable, refund',
	instanceCloud:
		'unikraft, unikraft cloud, kraftcloud, vm, virtual machine, unikernel, container, deploy, ' +
		'server, autoscale, start instance, stop instance, stop instances',
	mediaGeneration:
		'image, images, video, image generation, generate image, video generation, generate video, ' +
		'text to image, text to video, ai image, ai picture, ai video, create image, picture, pictures, ' +
		'make picture, video generator, image generator, flux, kling, make image, make video, photo, ' +
		'draw, price, credits, job finished, create video, ' +
		'upload video, image to video',
	migrationAssessment:
		'migration center, google cloud migration center, cloud migration, migration, tco, ' +
		'rvtools, vmware, inventory, cmdb, servers, cost estimate, server inventory, ' +
		'migration report',
	searchAdsConversions:
		'search ads, sa360, search ads 360, doubleclick, conversion upload, upload conversion, ' +
		'offline conversion, offline conversions, offline sale, gclid, floodlight, ' +
		'retraction, retract conversion, correct revenue, upload sales, upload conversions, offline event, ' +
		'conversion tracking, google search ads, google ads conversion, campaign, ' +
		'click conversion',
	taskList:
		'google tasks, tasks, task list, create task, todo, to-do, to do list, checklist, due date, ' +
		'subtask, reminder, overdue tasks, task reminder, ' +
		'get tasks, update task',
	workspaceToken:
		'databricks, databricks token, token, access token, personal access token, pat, pat token, ' +
		'rotate token, revoke token, api token, expiring tokens',
};

export const searchesOf = ({ name }: Service): string[] => [
	'tenfold',
	...(searches[name]?.split(', ') ?? []),
];
