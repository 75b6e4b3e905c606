// Releases of a repository and their files.

import { notFound, validationError } from './errors';
import type { Repository } from './model';

export interface Asset {
	id: number;
	name: string;
	label: string | null;
	type: string;
	size: number;
	digest: string;
	created_at: string;
}

export interface Release {
	id: number;
	tag_name: string;
	target_commitish: string;
	name: string | null;
	body: string | null;
	draft: boolean;
	prerelease: boolean;
	created_at: string;
	assets: Asset[];
}

const digest = `sha256:${'0'.repeat(64)}`;

/** The releases of a repository, newest first. */
const releasesByRepository = new WeakMap<Repository, Release[]>();

export function releasesOf(repository: Repository): Release[] {
	const releases = releasesByRepository.get(repository) ?? seedReleases(repository.id);
	releasesByRepository.set(repository, releases);
	return releases;
}

const seedReleases = (repositoryId: number): Release[] =>
	['v1.1.0-beta', 'v1.0.0'].map((tag, index) => {
		const id = repositoryId + index;
		const created = `2026-01-0${2 - index}T00:00:00Z`;
		return {
			id,
			tag_name: tag,
			target_commitish: 'main',
			name: `Version ${tag}`,
			body: 'Changes',
			draft: false,
			prerelease: index === 0,
			created_at: created,
			assets: [
				{
					id: id * 10,
					name: 'app.zip',
					label: null,
					type: 'application/zip',
					size: 70_000,
					digest,
					created_at: created,
				},
			],
		};
	});

/** @throws HttpError 404 */
export function releaseById(repository: Repository, id: string | undefined): Release {
	const found = releasesOf(repository).find((release) => String(release.id) === id);
	if (!found) throw notFound();
	return found;
}

/** @throws HttpError 404 */
export function assetById(
	repository: Repository,
	id: string | undefined,
): { release: Release; asset: Asset } {
	for (const release of releasesOf(repository)) {
		const asset = release.assets.find((one) => String(one.id) === id);
		if (asset) return { release, asset };
	}
	throw notFound();
}

/** @throws HttpError 422 if the release already has a file with this name */
export function rejectUsedName({ assets }: Release, name: string): void {
	if (assets.some((asset) => asset.name === name)) throw validationError('name', 'already_exists');
}
