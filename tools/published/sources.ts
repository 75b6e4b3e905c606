/** The published descriptions that the contract tests compare the pack with. */
import { codeHostingSource } from './codeHosting';
import type { DescriptionSource } from './extract';

export const descriptionSources: readonly DescriptionSource[] = [codeHostingSource];
