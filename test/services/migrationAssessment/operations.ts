// Long-running operations, and deduplication of requests with the same request ID.
import { randomUUID } from 'node:crypto';
import type { Clock } from '../kit/clock';
import { HttpError } from '../kit/httpError';
import { apiError } from './errors';
import type { Settings } from './settings';
import type { Json, Resource, Store } from './store';

interface OperationRequest {
	/** `projects/p/locations/l` */
	location: string;
	verb: string;
	target: string;
	/**
	 * Called when the operation finishes. Returns the response; an HttpError becomes the operation's
	 * error.
	 */
	run(): Json;
}

const RPC_CODES: Readonly<Record<string, number>> = {
	INVALID_ARGUMENT: 3,
	NOT_FOUND: 5,
	ALREADY_EXISTS: 6,
	FAILED_PRECONDITION: 9,
	INTERNAL: 13,
};

export class Operations {
	/** Responses by location and request ID. */
	private readonly responses = new Map<string, unknown>();

	constructor(
		private readonly clock: Clock,
		private readonly store: Store,
		private readonly settings: Settings,
	) {}

	/** Returns the response of the first request with this ID to all repeated requests. */
	once(requestId: unknown, location: string, respond: () => unknown): unknown {
		if (requestId === undefined) return respond();
		if (
			!/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(String(requestId)) ||
			/^[0-]+$/.test(String(requestId))
		)
			throw apiError('INVALID_ARGUMENT', 'requestId is not a valid UUID.');
		const key = `${location} ${String(requestId)}`;
		if (!this.responses.has(key)) this.responses.set(key, respond());
		return this.responses.get(key);
	}

	start({ location, verb, target, run }: OperationRequest): Resource {
		const name = `${location}/operations/operation-${randomUUID()}`;
		const metadata = {
			createTime: this.clock.iso(),
			target,
			verb,
			requestedCancellation: false,
			apiVersion: 'v1alpha1',
		};
		this.store.put({ name, metadata, done: false });
		const { operationMs } = this.settings;
		if (operationMs === 0) this.finish(name, run);
		else this.clock.after(operationMs, () => this.finish(name, run));
		return this.store.get(name);
	}

	/** Asynchronous: the operation can still complete before the cancellation takes effect. */
	cancel(name: string): void {
		const operation = this.store.get(name);
		Object.assign(operation.metadata as Json, { requestedCancellation: true });
		this.clock.after(this.settings.cancelMs, () =>
			this.complete(name, { error: { code: 1, message: 'The operation was cancelled.' } }),
		);
	}

	private finish(name: string, run: () => Json): void {
		const operation = this.store.find(name);
		if (!operation || operation.done) return;
		const failure = this.settings.failures[(operation.metadata as { verb: string }).verb];
		this.complete(name, failure ? { error: failure } : runToOutcome(run));
	}

	private complete(name: string, outcome: Json): void {
		const operation = this.store.find(name);
		if (!operation || operation.done) return;
		this.store.put({
			...operation,
			done: true,
			metadata: { ...(operation.metadata as Json), endTime: this.clock.iso() },
			...outcome,
		});
	}
}

function runToOutcome(run: () => Json): Json {
	try {
		return { response: { '@type': 'type.example.com/Record', ...run() } };
	} catch (error) {
		if (!(error instanceof HttpError)) throw error;
		const { message, status } = error.body.error as { message: string; status: string };
		return { error: { code: RPC_CODES[status] ?? 2, message } };
	}
}
