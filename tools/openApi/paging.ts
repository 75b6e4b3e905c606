/** Recognizes how a list is paginated, from its parameters and its response. */
import type { Parameter } from './document';
import type { Success } from './responses';
import { pathsIn, resolveSchema, schemaAt } from './schema';
import type { PagingPlan } from './template/nodes/SampleService/paging';

const flat = (name: string): string => name.replace(/[^A-Za-z]/g, '').toLowerCase();

/** Names of query parameters, without separators. */
const cursorNames =
	/^(?:(?:page|next|start|continuation|pagination)?(?:cursor|marker|bookmark|token)|after|startingafter|pageafter)$/;
const pageNames = /^(?:page|pagenumber|pagenum|pageno|pageindex|currentpage|p)$/;
const offsetNames = /^(?:offset|skip|start|startindex|startat|from)$/;
const sizeNames =
	/^(?:limit|size|pagesize|perpage|pagelimit|maxresults|maxitems|count|itemsperpage|top|max)$/;
/** Paths in the response. */
const nextCursor =
	/(?:^|\.)(?:next_?(?:page_?)?(?:token|cursor|marker|key)|cursor|continuation_?token|bookmark|after|end_?cursor|next)$/i;
const nextUrl = /(?:^|[._])next(?:_?page)?(?:_?(?:url|uri|link|href))?(?:\.href)?$/i;

interface RecognizedPaging {
	readonly paging: PagingPlan;
	/** Parameters of pagination, which need no field. */
	readonly parameters: readonly string[];
	/** The parameter of a pagination that is not recognized. */
	readonly doubt?: string;
}

export function pagingOf(
	parameters: readonly Parameter[],
	{ schema, hasLink }: Success,
	rowsPath: string,
): RecognizedPaging {
	const query = parameters.filter((one) => one.in === 'query');
	const find = (pattern: RegExp) => query.find(({ name }) => pattern.test(flat(name)));
	const [cursor, page, offset, size] = [cursorNames, pageNames, offsetNames, sizeNames].map(find);
	const { maximum = Infinity } = resolveSchema(size?.schema);
	const part = {
		rows: rowsPath || undefined,
		size: maximum > 10_000 ? undefined : { name: size!.name, maximum },
	};
	const found = (paging: PagingPlan, ...used: ReadonlyArray<Parameter | undefined>) => ({
		paging,
		parameters: [...used, size].flatMap((one) => one?.name ?? []),
	});
	const paths = pathsIn(schema);
	const isUrl = (path: string): boolean => {
		const { format = '', example } = schemaAt(schema, path);
		return (
			/^ur[il]$/.test(format) ||
			/^https?:|^\//.test(String(example)) ||
			/ur[il]|link|href/i.test(path)
		);
	};
	const isText = (one: Parameter): boolean => resolveSchema(one.schema).type === 'string';
	// Some services call their cursor `page` or `offset`.
	const token = cursor ?? [page, offset].find((one) => one && isText(one));
	// In an object with the next page, the cursor often has the name of its parameter.
	const isNext = (path: string): boolean =>
		nextCursor.test(path) ||
		(/(?:^|\.)next(?:_?page)?\./i.test(path) && path.endsWith(`.${token?.name}`));
	const next = paths.find((path) => !isUrl(path) && isNext(path));
	if (token && next !== undefined)
		return found({ ...part, by: 'cursor', parameter: token.name, next }, token);
	const more = paths.find((path) => /(?:^|\.)has_?more$/i.test(path));
	if (cursor && more !== undefined && /after/.test(flat(cursor.name)))
		return found(
			{ ...part, by: 'lastId', parameter: cursor.name, more, id: 'id' },
			...query.filter(({ name }) => /after|before/.test(flat(name))),
		);
	if (page && page !== token) {
		const { default: preset, minimum } = resolveSchema(page.schema);
		const first = preset === 0 || minimum === 0 ? 0 : undefined;
		return found({ ...part, by: 'page', parameter: page.name, first }, page);
	}
	if (offset && offset !== token)
		return found({ ...part, by: 'offset', parameter: offset.name }, offset);
	const url = paths.find((path) => nextUrl.test(path) && isUrl(path));
	if (url !== undefined) return found({ ...part, by: 'url', next: url }, page, cursor, offset);
	if (hasLink) return found({ ...part, by: 'link' }, page, cursor);
	const doubt = (cursor ?? page ?? offset ?? size)?.name;
	return { paging: { rows: part.rows, by: 'none' }, parameters: [], doubt };
}
