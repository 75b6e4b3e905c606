import type { Service } from '../../../nodes/engine/describe';

/** Credential settings that make a node behave as for the first provider, without its addresses. */
export const providerSettings = ({ providers }: Service): Record<string, string> =>
	Object.fromEntries(
		Object.entries(providers.list[0]!.fixed).filter(([, value]) => !/^https?:/.test(value)),
	);
