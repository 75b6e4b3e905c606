// Only the job that publishes has the permission to publish, and it runs no code of dependencies.
import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { inRoot } from '../../../tools/system/paths';

interface Job {
	readonly permissions?: Readonly<Record<string, string>>;
	readonly steps: ReadonlyArray<{ readonly uses?: string; readonly run?: string }>;
}

test.each([
	'.github/workflows/publish.yml',
	'tools/packages/template/.github/workflows/publish.yml',
])('%s builds in one job and publishes in another', (file) => {
	const { permissions, jobs } = parse(readFileSync(inRoot(file), 'utf8')) as {
		permissions: object;
		jobs: Readonly<Record<string, Job>>;
	};
	expect(permissions).toEqual({ contents: 'read' });
	const privileged = Object.entries(jobs).filter(([, job]) => job.permissions !== undefined);
	expect(privileged.map(([name, job]) => [name, job.permissions])).toEqual([
		['publish', { 'id-token': 'write' }],
	]);
	const { steps } = jobs.publish!;
	expect(steps.map(({ uses }) => uses?.split('@')[0])).toEqual([
		'actions/setup-node',
		'actions/download-artifact',
		undefined,
	]);
	expect(steps.at(-1)!.run).toMatch(/^npm publish --ignore-scripts .*--provenance .*\.tgz$/);
	for (const [name, { steps: others }] of Object.entries(jobs))
		if (name !== 'publish')
			expect([name, others.filter(({ run }) => run?.includes('npm publish'))]).toEqual([name, []]);
});
