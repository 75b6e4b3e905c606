// npm run packages: builds a package for each service that n8n accepts as a verified package, in
// build/packages/.
import { runMain } from '../cli/signals';
import { ensureBuilt } from '../pack/builtPack';
import { createPackage } from '../packages/createPackage';
import { singlePackages } from '../packages/table';

runMain(async () => {
	await ensureBuilt();
	for (const one of singlePackages) console.log(await createPackage(one));
});
