// The known differences between the pack and the published API descriptions, each with its reason.
import { readFileSync } from 'node:fs';
import { inRoot } from '../../../../tools/system/paths';
import type { Service } from '../../../../nodes/engine/describe';
import { pageName } from '../../../../tools/generate/operationList';

/** Each reason starts with one of these words. */
export const reasonStarts = [
	'specification',
	'withdrawn',
	'enterprise only',
	'not published',
	'provider',
] as const;

type Reasons = Readonly<Record<string, string>>;

/** All reasons, by name of the docs page of the service, operation and difference. */
export const allDifferences = JSON.parse(
	readFileSync(inRoot('test', 'contract', 'published', 'differences.json'), 'utf8'),
) as Readonly<Record<string, Readonly<Record<string, Reasons>>>>;

/** The reasons of a service, by operation (`resource.operation`) and difference. */
export const differencesOf = (service: Service): Readonly<Record<string, Reasons>> =>
	allDifferences[pageName(service)] ?? {};

/**
 * What differs: a request, the output preview (`preview .name is not in the items`), how the node
 * handles a response with required properties only (`minimal response: The file has no URL`), or that
 * a provider has removed the operation (`removed by Strava on 1 September 2026`).
 */
type Kind = 'request' | 'preview' | 'minimal response' | 'removed by';

const kindOf = (difference: string): Kind =>
	(['preview', 'minimal response', 'removed by'] as const).find((kind) =>
		difference.startsWith(kind),
	) ?? 'request';

/** The known differences of an operation, sorted. */
export const knownDifferences = (
	service: Service,
	operationId: string,
	kind: Kind = 'request',
): string[] =>
	Object.keys(differencesOf(service)[operationId] ?? {})
		.filter((difference) => kindOf(difference) === kind)
		.sort();
