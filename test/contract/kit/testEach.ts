/**
 * One test for many rows, such as the operations of a node. It checks all rows, and fails with the
 * name and the difference of each row that fails. A table without rows fails, as in test.each.
 */
export function testEach<T extends { readonly id: string }>(
	rows: readonly T[],
	title: string,
	check: (row: T) => unknown,
): void {
	test(title, async () => {
		expect(rows.length).toBeGreaterThan(0);
		const failed: string[] = [];
		for (const row of rows) {
			try {
				await check(row);
			} catch (error) {
				failed.push(`${row.id}${placeOf(error)}\n${messageOf(error)}`);
			}
		}
		if (failed.length > 0)
			throw new Error(`${failed.length} of ${rows.length} failed:\n\n${failed.join('\n\n')}`);
	});
}

const messageOf = (error: unknown): string =>
	error instanceof Error ? error.message : String(error);

/** The line of the test file that failed, if the error has one. */
function placeOf(error: unknown): string {
	const stack = error instanceof Error ? error.stack : undefined;
	const place = stack && /[\w.]+\.test\.ts:\d+/.exec(stack.slice(messageOf(error).length))?.[0];
	return place ? ` (${place})` : '';
}
