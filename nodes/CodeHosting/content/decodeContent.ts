/** Decodes the content of files, which the service returns in Base64. */
import type { IDataObject } from 'n8n-workflow';
import { type Row, toText } from '../../engine/describe';

export const decodeBase64 = (content: unknown): Buffer => Buffer.from(toText(content), 'base64');

/** Adds the decoded content of a file to its row. */
export const withText = (rows: readonly Row[]): Row[] =>
	rows.map(({ json }) => ({ json: { ...json, text: textOf(json) } }));

const textOf = ({ content, encoding }: IDataObject): string =>
	encoding === 'base64' ? decodeBase64(content).toString('utf8') : toText(content);
