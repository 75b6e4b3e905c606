// The objects of the service: repositories and their contents.

import type { SecretStore } from './secretStore';

export const USER = { login: 'octocat', id: 583_231 } as const;
export const ORGANIZATION = 'octo-org';

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
	actor: { login: string; id: number };
	[key: string]: unknown;
}

export interface Job {
	id: number;
	run_id: number;
	name: string;
	status: string;
	conclusion: string | null;
	[key: string]: unknown;
}

export interface Artifact {
	id: number;
	name: string;
	size_in_bytes: number;
	[key: string]: unknown;
}

export interface Environment {
	id: number;
	name: string;
	vault: SecretStore;
}

export interface Repository {
	id: number;
	name: string;
	owner: string;
	private: boolean;
	vault: SecretStore;
	workflows: Workflow[];
	runs: Run[];
	jobs: Job[];
	artifacts: Artifact[];
	environments: Environment[];
	/** Pending deployments: environment IDs by run ID. */
	pending: Map<number, number[]>;
}
