// npm run packages: builds a package for each service that n8n accepts as a verified package, in
// build/packages/.
import { ensureBuilt } from '../pack/builtPack';
import { createPackage } from '../packages/createPackage';
import { singlePackages } from '../packages/table';

async function main(): Promise<void> {
	await ensureBuilt();
	for (const one of singlePackages) console.log(await createPackage(one));
}

main().catch((error: unknown) => {
	console.error(error instanceof Error ? error.message : String(error));
	process.exitCode = 1;
});
