/** The vocabulary of service descriptions, for services and the other layers of the engine. */
export * from '../util/object';
export * from '../util/result';
export * from '../util/text';
export * from '../util/titleCase';
export * from './request';
export * from './errors';
export * from './paging';
export * from './field';
export * from './fieldBuilders';
export * from './commonFields';
export * from './provider';
export * from './api';
export * from './connection';
export * from './operation';
export * from './shapes';
export * from './collections';
export * from './define';
