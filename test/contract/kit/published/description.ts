// Reads a published API description, as written by `npm run published`.
import { existsSync, readFileSync } from 'node:fs';
import type { Service } from '../../../../nodes/engine/describe';
import { extractFile, type Extract } from '../../../../tools/published/extract';
import { describeExtract, type Description } from './describeExtract';

export { describeExtract, type Description, type FoundOperation } from './describeExtract';

export const hasDescription = (service: Service): boolean => existsSync(extractFile(service));

export const readDescription = (service: Service): Description =>
	describeExtract(JSON.parse(readFileSync(extractFile(service), 'utf8')) as Extract);
