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

/** Labels of the event types, which also contain the type: `Star (WatchEvent)`. */
export const eventTypes: Readonly<Record<string, string>> = Object.fromEntries(
	Object.entries(names).map(([type, name]) => [type, `${name} (${type})`]),
);
