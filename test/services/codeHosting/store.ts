// In-memory store, which starts with an organization, a user and three repositories with seed data.

import type { Clock } from '../kit/clock';
import { notFound, validationError } from './errors';
import type {
	ActionsOwner,
	Artifact,
	Cache,
	Job,
	Label,
	Organization,
	Repository,
	Run,
	Runner,
	Thread,
	Workflow,
} from './model';
import { repositoryResponse } from './responses';
import { SecretStore } from './secretStore';

export const USER = { login: 'octocat', id: 583_231 } as const;
export const ORGANIZATION = 'octo-org';

const READ_ONLY_LABELS: Label[] = [
	{ id: 1, name: 'self-hosted', type: 'read-only' },
	{ id: 2, name: 'linux', type: 'read-only' },
];

interface StartOptions {
	conclusion?: string;
	inputs?: Record<string, unknown>;
	/** Delay until lists contain the run. */
	listedAfterMs?: number;
}

export class Store {
	readonly organizations: Organization[];
	readonly repositories: Repository[];
	readonly threads: Thread[];
	/** Repository IDs by former name, as `owner/name` in lower case. */
	readonly renamed = new Map<string, number>();
	/** Functions that continue the runs that wait for a review, by run ID. */
	private readonly reviewed = new Map<number, (isApproved: boolean) => void>();
	/** Times from which lists contain dispatched runs, by run ID. */
	private readonly listedAt = new Map<number, number>();
	private nextId = 1000;

	constructor(private readonly clock: Clock) {
		this.organizations = [
			{
				...this.newActionsOwner(),
				id: 9919,
				login: ORGANIZATION,
				runners: [this.newRunner('build-1', ['gpu']), this.newRunner('build-2', [])],
				selected: new Set([1_296_269]),
			},
		];
		this.repositories = [
			this.newRepository(1_296_269, ORGANIZATION, 'hello-world'),
			this.newRepository(1_296_280, ORGANIZATION, 'spoon-knife', true),
			this.newRepository(1_296_291, USER.login, 'notes'),
		];
		this.threads = [1, 2, 3].map((number) => ({
			id: String(1000 + number),
			repository: 1_296_269,
			title: `Greetings ${number}`,
			unread: true,
			done: false,
			reason: 'subscribed',
			updated_at: this.minutesAgo(number * 60),
			subscription: { subscribed: true, ignored: false },
		}));
	}

	id(): number {
		return this.nextId++;
	}

	private minutesAgo(minutes: number): string {
		return new Date(this.clock.now() - minutes * 60_000).toISOString();
	}

	/** @throws HttpError 404 */
	repo(owner: string, name: string): Repository {
		const found = this.repositories.find(
			(repository) =>
				repository.owner.toLowerCase() === owner.toLowerCase() &&
				repository.name.toLowerCase() === name.toLowerCase(),
		);
		if (!found) throw notFound();
		return found;
	}

	/** @throws HttpError 404 */
	org(login: string): Organization {
		const found = this.organizations.find(
			(organization) => organization.login.toLowerCase() === login.toLowerCase(),
		);
		if (!found) throw notFound();
		return found;
	}

	rename(owner: string, name: string, newName: string): void {
		const repository = this.repo(owner, name);
		this.renamed.set(`${owner}/${name}`.toLowerCase(), repository.id);
		repository.name = newName;
	}

	/** Starts a workflow run, which completes after `durationMs`. */
	start(
		repository: Repository,
		workflowId: number,
		branch: string,
		event: string,
		durationMs: number,
		{ conclusion = 'success', inputs = {}, listedAfterMs = 0 }: StartOptions = {},
	): Run {
		const workflow = repository.workflows.find(({ id }) => id === workflowId)!;
		const run = this.newRun(
			workflow.id,
			workflow.name,
			repository.runs.length + 1,
			branch,
			event,
			null,
			0,
		);
		run.inputs = inputs;
		run.run_started_at = run.created_at;
		run.repository = repositoryResponse(repository);
		this.listedAt.set(run.id, this.clock.now() + listedAfterMs);
		run.html_url = `https://git.example.com/${repository.owner}/${repository.name}/actions/runs/${run.id}`;
		if (workflow.runName !== undefined)
			run.display_title = workflow.runName.replace(
				/\$\{\{ inputs\.(\w+) \}\}/g,
				(_, name: string) => String(inputs[name] ?? ''),
			);
		repository.runs.unshift(run);
		repository.jobs.unshift(...this.newJobs(run, null));
		const proceed = (): void => {
			this.change(run, { status: 'in_progress' });
			this.clock.after((durationMs * 2) / 3, () => this.end(repository, run, conclusion));
		};
		const environment = repository.environments.find(
			({ name }) => name === workflow.reviewedEnvironment,
		);
		this.clock.after(durationMs / 3, () => {
			if (!environment) return proceed();
			repository.pending.set(run.id, [environment.id]);
			this.reviewed.set(run.id, (isApproved) =>
				isApproved ? proceed() : this.end(repository, run, 'failure'),
			);
			this.change(run, { status: 'waiting' });
		});
		return run;
	}

	/** Whether lists contain the run. */
	isListed({ id }: Run): boolean {
		return (this.listedAt.get(id) ?? 0) <= this.clock.now();
	}

	/** Continues or ends a run that waits for a review. */
	review(run: Run, isApproved: boolean): void {
		this.reviewed.get(run.id)?.(isApproved);
		this.reviewed.delete(run.id);
	}

	private change(run: Run, changes: Partial<Run>): void {
		if (run.status !== 'completed') Object.assign(run, changes, { updated_at: this.clock.iso() });
	}

	end(repository: Repository, run: Run, conclusion: string): void {
		if (run.status === 'completed') return;
		this.change(run, { status: 'completed', conclusion });
		const jobs = repository.jobs.filter(
			({ run_id: id, status }) => id === run.id && status !== 'completed',
		);
		// Only the last job of a failed run fails.
		for (const [index, job] of jobs.entries()) {
			const outcome = conclusion === 'failure' && index < jobs.length - 1 ? 'success' : conclusion;
			Object.assign(job, {
				status: 'completed',
				conclusion: outcome,
				steps: ['Set up job', `Run ${job.name}`, 'Complete job'].map((name, step) => ({
					name,
					status: 'completed',
					conclusion: step === 1 ? outcome : 'success',
					number: step + 1,
				})),
			});
		}
	}

	private newActionsOwner(): ActionsOwner {
		return {
			vault: new SecretStore(this.clock),
			runners: [],
			tokens: [],
		};
	}

	/** Creates custom labels from the body of a request. @throws HttpError 422 */
	labels(names: unknown): Label[] {
		if (!Array.isArray(names) || names.length > 100)
			throw validationError('labels', 'must be a list of at most 100 names');
		return names.map((name) => ({ id: this.id(), name: String(name), type: 'custom' }));
	}

	private newRunner(name: string, labels: string[]): Runner {
		return {
			id: this.id(),
			name,
			os: 'linux',
			status: 'online',
			busy: false,
			labels: [...READ_ONLY_LABELS, ...this.labels(labels)],
		};
	}

	private newRepository(id: number, owner: string, name: string, isPrivate = false): Repository {
		const workflows: Workflow[] = [
			{ id: 161_335, name: 'CI', path: '.workflows/ci.yml', state: 'active' },
			{ id: 161_336, name: 'Release', path: '.workflows/release.yml', state: 'active' },
			{
				id: 161_337,
				name: 'Deploy',
				path: '.workflows/deploy.yml',
				state: 'active',
				runName: 'Deploy ${{ inputs.version }} ${{ inputs.correlation_id }}',
				reviewedEnvironment: 'production',
			},
		];
		const conclusions = ['failure', 'success', 'success', 'cancelled', 'failure', 'success'];
		const runs = conclusions.map((conclusion, index) =>
			this.newRun(
				161_335,
				'CI',
				conclusions.length - index,
				index % 2 === 0 ? 'main' : 'topic',
				'push',
				conclusion,
				(index + 1) * 30,
			),
		);
		return {
			...this.newActionsOwner(),
			id,
			owner,
			name,
			private: isPrivate,
			workflows,
			runs,
			jobs: runs.flatMap((run) => this.newJobs(run, run.conclusion)),
			artifacts: runs
				.slice(0, 3)
				.map((run, index) => this.newArtifact(run, `build-${index + 1}`, index === 2)),
			caches: ['Linux-node-1', 'Linux-node-2', 'macOS-node-1']
				.map((key) => this.newCache(key, 'refs/heads/main'))
				.concat(this.newCache('Linux-node-1', 'refs/heads/topic')),
			environments: ['production', 'staging/eu'].map((environment) => ({
				id: this.id(),
				name: environment,
				vault: new SecretStore(this.clock),
			})),
			variables: new Map([
				[
					'STAGE',
					{
						name: 'STAGE',
						value: 'test',
						created_at: this.minutesAgo(600),
						updated_at: this.minutesAgo(600),
					},
				],
			]),
			issues: Array.from({ length: 5 }, (_, index) => ({
				id: this.id(),
				number: index + 1,
				title: `Issue ${index + 1}`,
				state: index === 4 ? 'closed' : 'open',
				user: USER,
				labels: [],
				comments: index,
				created_at: this.minutesAgo(index * 100),
				updated_at: this.minutesAgo(index * 90),
				body: '',
				html_url: `https://git.example.com/${owner}/${name}/issues/${index + 1}`,
			})),
			runners: [this.newRunner('shelf-1', ['gpu', 'fast'])],
			pending: new Map(),
			subscription: undefined,
			starred: false,
		};
	}

	private newRun(
		workflowId: number,
		name: string,
		number: number,
		branch: string,
		event: string,
		conclusion: string | null,
		minutes: number,
	): Run {
		const at = this.minutesAgo(minutes);
		return {
			id: 30_433_642_000 + this.id(),
			name,
			display_title: `${name} ${number}`,
			workflow_id: workflowId,
			run_number: number,
			run_attempt: 1,
			event,
			status: conclusion === null ? 'queued' : 'completed',
			conclusion,
			head_branch: branch,
			head_sha: String(number).padStart(40, 'a'),
			actor: USER,
			created_at: at,
			updated_at: at,
			html_url: `https://git.example.com/${ORGANIZATION}/runs/${number}`,
		};
	}

	private newJobs(run: Run, conclusion: string | null): Job[] {
		return ['build', 'test'].map((name) => ({
			id: 29_679_449_000 + this.id(),
			run_id: run.id,
			run_attempt: run.run_attempt,
			name,
			status: conclusion === null ? 'queued' : 'completed',
			conclusion,
			runner_name: 'shelf-1',
			steps: [],
		}));
	}

	private newArtifact(run: Run, name: string, expired: boolean): Artifact {
		return {
			id: this.id(),
			name,
			size_in_bytes: 70_000,
			expired,
			created_at: run.created_at,
			expires_at: run.created_at,
			workflow_run: { id: run.id, head_branch: run.head_branch },
		};
	}

	private newCache(key: string, ref: string): Cache {
		return {
			id: this.id(),
			key,
			ref,
			version: '73885106f58cc52a7df9ec4d4a5622a5614813162cb516c759a30af6bf56e6f0',
			size_in_bytes: 1024,
			last_accessed_at: this.minutesAgo(5),
			created_at: this.minutesAgo(60),
		};
	}
}
