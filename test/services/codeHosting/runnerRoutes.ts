// Self-hosted runners of repositories and organizations.

import { randomUUID } from 'node:crypto';
import { apiError, notFound, validationError } from './errors';
import type { Label, Runner } from './model';
import { documented, PageResponse, StatusResponse } from './responses';
import {
	findById,
	removeById,
	type ApiRequest,
	type Context,
	type OwnerOf,
	type Routes,
} from './router';

const HOUR_MS = 3_600_000;

export const runnerRoutes = (context: Context): Routes => ({
	...ownerRunnerRoutes(context, '/repos/:owner/:repo/actions/runners', ({ repo }) => repo),
	...ownerRunnerRoutes(context, '/orgs/:org/actions/runners', ({ org }) => org),
});

/** Runner routes of a repository or an organization. */
function ownerRunnerRoutes({ store, clock }: Context, path: string, ownerOf: OwnerOf): Routes {
	const runner = (req: ApiRequest): Runner => findById(ownerOf(req).runners, req.params.runner);
	const labelsResponse = ({ labels }: Runner): object => ({ total_count: labels.length, labels });
	const issueToken = (kind: string) => (req: ApiRequest) => {
		const issued = {
			token: randomUUID(),
			expires_at: new Date(clock.now() + HOUR_MS).toISOString(),
			kind,
		};
		ownerOf(req).tokens.push(issued);
		return new StatusResponse(201, { token: issued.token, expires_at: issued.expires_at });
	};
	const readOnlyLabels = (labels: readonly Label[]): Label[] =>
		labels.filter(({ type }) => type === 'read-only');
	return {
		[`GET ${path}`]: (req) =>
			new PageResponse(
				ownerOf(req).runners.filter(({ name }) => !req.query.name || name === req.query.name),
				{ name: 'runners' },
			),
		[`GET ${path}/downloads`]: () => documented.body(`GET ${path}/downloads`),
		[`POST ${path}/registration-token`]: issueToken('registration'),
		[`POST ${path}/remove-token`]: issueToken('remove'),
		[`GET ${path}/:runner`]: runner,
		[`DELETE ${path}/:runner`]: (req) => {
			removeById(ownerOf(req).runners, req.params.runner);
		},
		[`GET ${path}/:runner/labels`]: (req) => labelsResponse(runner(req)),
		[`POST ${path}/:runner/labels`]: (req) => {
			const added = store.labels(req.body.labels);
			if (added.length === 0) throw validationError('labels', 'must contain at least one label');
			const found = runner(req);
			found.labels.push(
				...added.filter(({ name }) => !found.labels.some((label) => label.name === name)),
			);
			return labelsResponse(found);
		},
		[`PUT ${path}/:runner/labels`]: (req) => {
			const found = runner(req);
			found.labels = [...readOnlyLabels(found.labels), ...store.labels(req.body.labels)];
			return labelsResponse(found);
		},
		[`DELETE ${path}/:runner/labels`]: (req) => {
			const found = runner(req);
			found.labels = readOnlyLabels(found.labels);
			return labelsResponse(found);
		},
		[`DELETE ${path}/:runner/labels/:label`]: (req) => {
			const found = runner(req);
			const label = found.labels.find(({ name }) => name === req.params.label);
			if (!label) throw notFound();
			if (label.type === 'read-only') throw apiError(422, 'Read-only labels cannot be removed');
			found.labels = found.labels.filter((other) => other !== label);
			return labelsResponse(found);
		},
	};
}
