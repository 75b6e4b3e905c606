// Requests made from a published API description.
import type { IDataObject } from 'n8n-workflow';
import type { CheckedRequest } from './checkRequest';
import type { Description } from './description';
import { exampleOf } from './exampleOf';

/** One request per described operation, with its required parameters and a complete body. */
export const exampleRequests = (description: Description): CheckedRequest[] =>
	Object.entries(description.extract.operations).map(
		([request, { parameters, requestBody }]): CheckedRequest => {
			const [method, template] = request.split(' ', 2) as [string, string];
			const values = (place: string): IDataObject =>
				Object.fromEntries(
					parameters
						.filter((parameter) => parameter.in === place && parameter.required)
						.map((parameter) => [
							parameter.name,
							exampleOf(description, parameter) as IDataObject[string],
						]),
				);
			const inPath = values('path');
			return {
				method,
				url: template.replace(/\{\+?(\w+)\}/g, (_, name: string) => String(inPath[name])),
				query: values('query'),
				headers: values('header'),
				body: requestBody && exampleOf(description, requestBody),
			};
		},
	);
