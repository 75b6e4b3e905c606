/** Credential settings that make a node send the names of the provider, by service. */
export const providerSettings: Readonly<Record<string, Readonly<Record<string, string>>>> = {
	activityTracking: { interface: 'current' },
	codeHosting: { vendorNames: 'github', vendor: 'GitHub' },
	instanceCloud: { autoscalePaths: 'services' },
};
