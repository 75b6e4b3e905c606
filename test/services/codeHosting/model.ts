// The objects of the service: repositories, organizations, and their contents.

import type { SecretStore } from './secretStore';

export interface Workflow {
	id: number;
	name: string;
	path: string;
	state: string;
	/** `run-name` of the workflow file. Expressions such as `${{ inputs.name }}` are replaced. */
	runName?: string;
	/** Environment whose reviewers must approve each dispatched run. */
	reviewedEnvironment?: string;
}

export interface Run {
	id: number;
	name: string;
	workflow_id: number;
	run_number: number;
	run_attempt: number;
	event: string;
	status: string;
	conclusion: string | null;
	head_branch: string;
	head_sha: string;
	actor: { login: string; id: number };
	created_at: string;
	updated_at: string;
	[key: string]: unknown;
}

export interface Job {
	id: number;
	run_id: number;
	run_attempt: number;
	name: string;
	status: string;
	conclusion: string | null;
	[key: string]: unknown;
}

export interface Artifact {
	id: number;
	name: string;
	size_in_bytes: number;
	expired: boolean;
	workflow_run: { id: number; head_branch: string };
	[key: string]: unknown;
}

export interface Cache {
	id: number;
	key: string;
	ref: string;
	size_in_bytes: number;
	[key: string]: unknown;
}

export interface Label {
	id: number;
	name: string;
	type: 'read-only' | 'custom';
}

export interface Runner {
	id: number;
	name: string;
	os: string;
	status: string;
	busy: boolean;
	labels: Label[];
}

export interface Environment {
	id: number;
	name: string;
	vault: SecretStore;
}

/** Properties shared by repositories and organizations. */
export interface ActionsOwner {
	vault: SecretStore;
	runners: Runner[];
	/** Runner tokens issued so far. */
	tokens: Array<{ token: string; expires_at: string; kind: string }>;
}

export interface Repository extends ActionsOwner {
	id: number;
	name: string;
	owner: string;
	private: boolean;
	workflows: Workflow[];
	runs: Run[];
	jobs: Job[];
	artifacts: Artifact[];
	caches: Cache[];
	environments: Environment[];
	variables: Map<string, { name: string; value: string; created_at: string; updated_at: string }>;
	issues: Array<Record<string, unknown>>;
	/** Pending deployments: environment IDs by run ID. */
	pending: Map<number, number[]>;
	subscription: { subscribed: boolean; ignored: boolean } | undefined;
	starred: boolean;
}

export interface Organization extends ActionsOwner {
	id: number;
	login: string;
	/** IDs of the repositories that are allowed to run workflows. */
	selected: Set<number>;
}

export interface Thread {
	id: string;
	repository: number;
	title: string;
	unread: boolean;
	done: boolean;
	reason: string;
	updated_at: string;
	subscription: { subscribed: boolean; ignored: boolean } | undefined;
}
