/**
 * What the credentials of services use. Apart from the rest of the engine, because n8n loads all
 * credentials when it starts.
 */
export * from './fields';
export * from './google';
export * from './jwt';
export * from './oAuth2';
export * from './provider';
export * from './renewal';
export * from './serviceAccount';
export * from './tokenEndpoint';
export { scopeInsufficient } from '../errors/googleErrors';
