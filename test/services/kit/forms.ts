// Bodies of the type multipart/form-data, for services that registered @fastify/multipart.

import type { FastifyRequest } from 'fastify';

export interface FormFile {
	filename: string;
	/** Its media type. */
	type: string;
	content: Buffer;
}

/** The fields and the files of a form. Empty for other types. */
export async function readForm(
	request: FastifyRequest,
): Promise<{ fields: Record<string, string>; files: FormFile[] }> {
	const fields: Record<string, string> = {};
	const files: FormFile[] = [];
	if (!request.isMultipart()) return { fields, files };
	for await (const part of request.parts())
		if (part.type === 'field') fields[part.fieldname] = String(part.value);
		else
			files.push({
				filename: part.filename,
				type: part.mimetype,
				content: await part.toBuffer(),
			});
	return { fields, files };
}
