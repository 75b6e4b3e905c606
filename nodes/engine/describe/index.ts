/**
 * Types and functions for describing services. Services and the other layers of the engine import
 * them from here.
 */
export * from './request';
export * from './stream';
export * from './errors';
export * from './paging';
export * from './field';
export * from './fieldBuilders';
export * from './oncePer';
export * from './titleCase';
export * from './article';
export * from './commonFields';
export * from './provider';
export * from './api';
export * from './notFound';
export * from './connection';
export * from './operation';
export * from './collections';
export * from './service';
export * from './define';
