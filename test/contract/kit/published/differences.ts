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

/** The known differences of an operation, sorted. */
export const knownDifferences = (service: Service, operationId: string): string[] =>
	Object.keys(differencesOf(service)[operationId] ?? {}).sort();
