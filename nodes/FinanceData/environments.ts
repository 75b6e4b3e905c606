/** Addresses of the service by environment. For any other address, the user enters a base URL. */
export const addresses = {
	production: 'https://production.rutterapi.com/versioned',
	sandbox: 'https://sandbox.rutterapi.com/versioned',
} as const;
