/** Recognizes how a list is paginated, from its parameters and its response. */
import type { PagingPlan, Parameter, Schema } from './document';
import { pathsIn, resolveSchema, schemaAt } from './schema';

const flat = (name: string): string => name.replace(/[^A-Za-z]/g, '').toLowerCase();

const cursorNames =
	/^(?:page|next|start|continuation|pagination)?(?:cursor|marker|bookmark)$|^(?:page|next|nextpage|start|continuation|pagination)token$|^pagecursor$|^(?:after|starting?after|startcursor|pageafter|nextcursor|exclusivestartkey|startkey)$/;
const pageNames =
	/^(?:page|pagenumber|pagenum|pageno|pageindex|currentpage|p|pagepage|pageonbased)$/;
const offsetNames = /^(?:offset|skip|start|startindex|startat|from|pageoffset|first)$/;
const sizeNames =
	/^(?:limit|size|pagesize|perpage|pagelimit|maxresults|maxitems|count|itemsperpage|resultsperpage|top|rowsperpage|max|pagesize)$/;
const nextCursor =
	/(?:^|\.)(?:next_?page_?token|next_?cursor|next_?token|cursor|next_?marker|next_?page_?cursor|continuation_?token|next_?start_?key|last_?evaluated_?key|bookmark|after|end_?cursor|next_?page_?key|next)$/i;
const nextUrl =
	/(?:^|[._])(?:next|next_?(?:page_?)?(?:url|uri|link|href)|nextlink|@odata\.nextLink)(?:\.href)?$/i;

interface RecognizedPaging {
	readonly paging: PagingPlan;
	/** Parameters of pagination, which need no field. */
	readonly parameters: readonly string[];
	/** What could not be decided. */
	readonly doubt?: string;
}

export function pagingOf(
	parameters: readonly Parameter[],
	{ schema, headers }: { readonly schema?: Schema; readonly headers: readonly string[] },
	rows: string,
): RecognizedPaging {
	const query = parameters.filter((one) => one.in === 'query');
	const find = (pattern: RegExp): Parameter | undefined =>
		query.find(({ name }) => pattern.test(flat(name)));
	const [cursor, page, offset, size] = [cursorNames, pageNames, offsetNames, sizeNames].map(find);
	const { maximum = Infinity } = resolveSchema(size?.schema);
	const part = {
		rows: rows === '' ? undefined : rows,
		size: maximum > 10_000 ? undefined : { name: size!.name, maximum },
	};
	const found = (
		paging: PagingPlan,
		...parameters: ReadonlyArray<Parameter | undefined>
	): RecognizedPaging => ({
		paging,
		parameters: [...parameters, size].flatMap((one) => (one ? [one.name] : [])),
	});
	const paths = pathsIn(schema);
	const isUrl = (path: string): boolean => {
		const { format = '', example = '' } = schemaAt(schema, path);
		return (
			/^ur[il]$/.test(format) ||
			/^https?:|^\//.test(String(example)) ||
			/ur[il]|link|href/i.test(path)
		);
	};
	const isText = (one: Parameter | undefined): boolean =>
		resolveSchema(one?.schema).type === 'string';
	// Some services call their cursor `page` or `offset`.
	const token = cursor ?? [page, offset].find(isText);
	// In an object with the next page, the cursor often has the name of its parameter.
	const next = paths.find(
		(path) =>
			!isUrl(path) &&
			(nextCursor.test(path) ||
				(/(?:^|\.)next(?:_?page)?\./i.test(path) && path.endsWith(`.${token?.name}`))),
	);
	if (token && next !== undefined)
		return found({ ...part, by: 'cursor', parameter: token.name, next }, token);
	const more = paths.find((path) => /(?:^|\.)has_?more$/i.test(path));
	if (cursor && more !== undefined && /after/.test(flat(cursor.name)))
		return found(
			{ ...part, by: 'lastId', parameter: cursor.name, more, id: 'id' },
			...query.filter(({ name }) => /after|before/.test(flat(name))),
		);
	if (page && !isText(page)) {
		const { default: preset, minimum } = resolveSchema(page.schema);
		const first = preset === 0 || minimum === 0 ? 0 : undefined;
		return found({ ...part, by: 'page', parameter: page.name, first }, page);
	}
	if (offset && !isText(offset))
		return found({ ...part, by: 'offset', parameter: offset.name }, offset);
	const url = paths.find((path) => nextUrl.test(path) && isUrl(path));
	if (url !== undefined) return found({ ...part, by: 'url', next: url }, page, cursor, offset);
	if (headers.includes('link')) return found({ ...part, by: 'link' }, page, cursor);
	const doubt = (cursor ?? page ?? offset ?? size)?.name;
	return { paging: { rows: part.rows, by: 'none' }, parameters: [], doubt };
}
