import { browserMissing, ensureBrowser } from '../../../tools/browser/browser';
import { ensureOpenssl, opensslMissing } from './certificate';

const missing = [
	...(ensureBrowser() ? [] : [browserMissing]),
	...(ensureOpenssl() ? [] : [opensslMissing]),
];
if (missing.length > 0 && process.env.CI) throw new Error(missing.join('. '));
if (missing.length > 0) console.log(`Skipped: ${missing.join('. ')}`);

/**
 * A `describe` for tests that require a browser, and openssl for the certificates of other hosts.
 * Without them the tests are skipped, or fail in CI.
 */
export const describeInBrowser = missing.length === 0 ? describe : describe.skip;
