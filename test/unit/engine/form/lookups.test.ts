import { type Field, id, operation, resource } from '../../../../nodes/engine/describe';
import { methodsOf } from '../../../../nodes/engine/form/lookups';
import { exampleService } from '../kit';

const methodsWith = (...fields: Field[]) =>
	methodsOf(
		exampleService({
			resources: {
				note: resource('Note', {
					default: 'get',
					operations: {
						get: operation({
							name: 'Get',
							action: 'Get a note',
							request: 'GET /notes',
							options: Object.fromEntries(fields.map((field, index) => [`field${index}`, field])),
						}),
					},
				}),
			},
		}),
	).listSearch;

const note = (listMethod: string, request: `GET /${string}`) =>
	id('Note', { listMethod, lookup: { request, row: () => undefined } });

describe('the methods of a node', () => {
	it('have the names that the fields contain, whatever their labels', () =>
		expect(
			Object.keys(
				methodsWith(note('searchNote', 'GET /notes'), note('searchDraft', 'GET /drafts')),
			),
		).toEqual(['searchNote', 'searchDraft']));

	it('are shared by fields with the same list', () =>
		expect(
			Object.keys(
				methodsWith(note('searchNote', 'GET /notes'), {
					...note('searchNote', 'GET /notes'),
					label: 'Other Note',
				}),
			),
		).toEqual(['searchNote']));
});
