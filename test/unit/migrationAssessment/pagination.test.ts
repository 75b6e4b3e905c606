import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';
import { byPageToken } from '../../../nodes/MigrationAssessment/pagination';
import { defaultSettings } from '../../services/migrationAssessment/settings';
import { Store } from '../../services/migrationAssessment/store';

test('every row is returned once and in order, for any page size', () => {
	fc.assert(
		fc.property(
			fc.integer({ min: 0, max: 60 }),
			fc.integer({ min: 1, max: 25 }),
			(count, pageSize) => {
				const store = new Store({ ...defaultSettings(), pageSize });
				for (let index = 0; index < count; index++) store.put({ name: `p/groups/${index}` });
				const paging = byPageToken('groups');
				const names: string[] = [];
				let pages = 0;
				for (let query: IDataObject | undefined = {}; query; pages++) {
					const body = store.page('groups', store.below('p/groups'), query);
					names.push(...(body.groups as Array<{ name: string }>).map(({ name }) => name));
					query = paging.next(
						{ status: 200, headers: {}, body },
						{ index: pages, query, rows: 0 },
					) as IDataObject | undefined;
				}
				expect(names).toEqual(Array.from({ length: count }, (_, index) => `p/groups/${index}`));
				expect(pages).toBe(Math.max(1, Math.ceil(count / pageSize)));
			},
		),
	);
});
