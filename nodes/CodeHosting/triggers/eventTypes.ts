import type { Choice } from '../../engine/describe';

/**
 * What users call the types of events, by type (schema `event` of the provider's API description).
 * Other editions and later versions of the service have further types.
 */
const names = {
	CommitCommentEvent: 'Commit Comment',
	CreateEvent: 'Branch or Tag Created',
	DeleteEvent: 'Branch or Tag Deleted',
	DiscussionEvent: 'Discussion',
	ForkEvent: 'Fork',
	GollumEvent: 'Wiki Page',
	IssueCommentEvent: 'Issue Comment',
	IssuesEvent: 'Issue',
	MemberEvent: 'Collaborator',
	PublicEvent: 'Repository Made Public',
	PullRequestEvent: 'Pull Request',
	PullRequestReviewEvent: 'Pull Request Review',
	PullRequestReviewCommentEvent: 'Pull Request Review Comment',
	PushEvent: 'Push',
	ReleaseEvent: 'Release',
	WatchEvent: 'Star',
};

/** The event types. Their labels contain the type: `Star (WatchEvent)`. */
export const eventTypes: readonly Choice[] = Object.entries(names).map(([value, name]) => ({
	name: `${name} (${value})`,
	value,
	action: `On ${name.toLowerCase()}`,
}));
