import { applyOverlay, type Overlay } from '../overlay';

const document = {
	paths: { '/pets': { get: { tags: ['pets'], summary: 'Old' }, post: {} } },
	servers: [{ url: 'a' }, { url: 'b' }, { url: 'c' }],
};

const apply = (...actions: Overlay['actions']) =>
	applyOverlay(document, { overlay: '1.0.0', actions }) as typeof document;

test('objects are merged, lists are extended, and other values are replaced', () => {
	const { paths } = apply({
		target: "$.paths['/pets'].get",
		update: { summary: 'New', tags: ['animals'], 'x-n8n': { key: 'list' } },
	});
	expect(paths['/pets'].get).toEqual({
		tags: ['pets', 'animals'],
		summary: 'New',
		'x-n8n': { key: 'list' },
	});
});

test('a target can match several places, and lists get a new entry', () => {
	expect(apply({ target: '$.paths.*.*', update: { deprecated: true } }).paths).toMatchObject({
		'/pets': { get: { deprecated: true }, post: { deprecated: true } },
	});
	expect(apply({ target: '$.servers', update: { url: 'd' } }).servers).toHaveLength(4);
});

test('matches are removed from objects and lists, after each other', () => {
	const changed = apply(
		{ target: "$.servers[?@.url != 'b']", remove: true },
		{ target: '$.paths.*.post', remove: true },
	);
	expect(changed.servers).toEqual([{ url: 'b' }]);
	expect(Object.keys(changed.paths['/pets'])).toEqual(['get']);
});

test('a target without a match and a file that is no overlay are errors', () => {
	expect(() => apply({ target: "$.paths['/cats']", remove: true })).toThrow(
		"The overlay target $.paths['/cats'] matches nothing.",
	);
	expect(() => applyOverlay(document, {} as Overlay)).toThrow('overlay: 1.0.0');
});
