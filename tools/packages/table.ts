// The services that n8n accepts as verified packages: a single provider, for which n8n has no node.
// Saved workflows contain names that follow from this table, so it may only gain entries.
import { serviceNames, type ServiceNames } from '../generate/serviceNames';
import { packageName } from '../system/paths';

const providers = {
	documentSearch: 'Captain',
	financeData: 'Rutter',
	instanceCloud: 'Unikraft Cloud',
	migrationAssessment: 'Google Cloud Migration Center',
	searchAdsConversions: 'Search Ads 360',
} as const;

export interface SinglePackage {
	/** Name of the npm package, which is also the prefix of its node types. */
	readonly npmName: string;
	readonly from: ServiceNames;
	readonly to: ServiceNames;
}

export const singlePackages: readonly SinglePackage[] = Object.entries(providers).map(
	([service, label]) => ({
		npmName: `n8n-nodes-${label.toLowerCase().replaceAll(' ', '-')}`,
		from: serviceNames(service),
		to: serviceNames(label),
	}),
);

const repositoryOf = (name: string): string => `https://github.com/n8n-nodes-tenfold/${name}`;

/** URL of the repository of a package. n8n requires a repository of its own for each package. */
export const repositoryUrl = ({ npmName }: SinglePackage): string => repositoryOf(npmName);

export const docsUrl = (page: string): string =>
	`${repositoryOf(packageName)}/blob/main/docs/${page}`;

/** Replaces the names of the service in code, text or a path by those of the package. */
export function renamed(text: string, { npmName, from, to }: SinglePackage): string {
	const spellings = (['pascal', 'camel', 'label'] as const).reduce(
		(result, spelling) => result.replaceAll(from[spelling], to[spelling]),
		text.replaceAll(
			`${docsUrl(`${from.kebab}.md`)}#connect`,
			`${repositoryOf(npmName)}#credentials`,
		),
	);
	return spellings.replaceAll(`${packageName}.`, `${npmName}.`);
}
