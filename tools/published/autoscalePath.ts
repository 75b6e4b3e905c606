/**
 * The path of an Instance Cloud request in the provider's API, which has autoscale below services.
 * The specification has it as a separate category.
 */
export const withAutoscaleBelowServices = (path: string): string =>
	path.replace(/^\/autoscale(\/[^/]+)?/, '/services$1/autoscale');
