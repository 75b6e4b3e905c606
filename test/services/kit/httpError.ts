// An answer other than 2xx, thrown from wherever the reason is found.

export class Refusal extends Error {
	constructor(
		readonly status: number,
		readonly body: Readonly<Record<string, unknown>>,
		readonly headers: Readonly<Record<string, string>> = {},
	) {
		super(`${status} ${JSON.stringify(body)}`);
		this.name = 'Refusal';
	}
}
