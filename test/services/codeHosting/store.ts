// In-memory store, which starts with three repositories with seed data.

import type { Clock } from '../kit/clock';
import { notFound, validationError } from './errors';
import { ORGANIZATION, USER, type Job, type Repository, type Run, type Workflow } from './model';
import { documented, repositoryResponse } from './responses';
import { SecretStore } from './secretStore';

interface StartOptions {
	conclusion?: string;
	inputs?: Record<string, unknown>;
	/** Delay until lists contain the run. */
	listedAfterMs?: number;
}

export class Store {
	readonly repositories: Repository[];
	/** Repository IDs by former name, as `owner/name` in lower case. */
	readonly renamed = new Map<string, number>();
	/** Functions that continue the runs that wait for a review, by run ID. */
	private readonly reviewed = new Map<number, (isApproved: boolean) => void>();
	/** Times from which lists contain dispatched runs, by run ID. */
	private readonly listedAt = new Map<number, number>();
	private nextId = 1000;

	/** Called when a run is requested, in progress or completed. */
	onRunChange?: (repository: Repository, run: Run, action: string) => void;

	constructor(private readonly clock: Clock) {
		this.repositories = [
			this.newRepository(1_296_269, ORGANIZATION, 'hello-world'),
			this.newRepository(1_296_280, ORGANIZATION, 'spoon-knife', true),
			this.newRepository(1_296_291, USER.login, 'notes'),
		];
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

	/** @throws HttpError 422 */
	create(owner: string, name: string, isPrivate: boolean): Repository {
		if (this.repositories.some((one) => one.owner === owner && one.name === name))
			throw validationError('name', 'name already exists on this account');
		const repository = this.newRepository(this.id(), owner, name, isPrivate);
		this.repositories.push(repository);
		return repository;
	}

	remove(repository: Repository): void {
		this.repositories.splice(this.repositories.indexOf(repository), 1);
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
			this.onRunChange?.(repository, run, 'in_progress');
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
		this.onRunChange?.(repository, run, 'requested');
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
		this.onRunChange?.(repository, run, 'completed');
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
			id,
			owner,
			name,
			private: isPrivate,
			vault: new SecretStore(this.clock),
			workflows,
			runs,
			jobs: runs.flatMap((run) => this.newJobs(run, run.conclusion)),
			artifacts: [1, 2].map((number) =>
				documented.record('GET /repos/:owner/:repo/actions/artifacts/:artifact', {
					id: this.id(),
					name: `build-${number}`,
					size_in_bytes: 70_000,
				}),
			),
			environments: ['production', 'staging/eu'].map((environment) => ({
				id: this.id(),
				name: environment,
				vault: new SecretStore(this.clock),
			})),
			pending: new Map(),
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
}
