/**
 * What the credentials of services use. Apart from the rest of the engine, because n8n loads all
 * credentials when it starts.
 */
export * from './fields';
export * from './jwt';
export * from './oAuth2';
export * from './provider';
export * from './renewal';
export * from './tokenEndpoint';
