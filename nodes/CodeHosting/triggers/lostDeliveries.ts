/**
 * Decides which deliveries to request again, from the delivery log of a webhook. The log is the only
 * state, so the decision is the same after a restart and in any n8n process. Pure.
 */
import type { IDataObject } from 'n8n-workflow';
import { isObject, toText } from '../../engine/describe';

/** One entry of the delivery log. A redelivery has its own entry with the same GUID. */
export interface LoggedDelivery {
	readonly id: string;
	readonly guid: string;
	readonly event: string;
	/** Milliseconds since 1970. */
	readonly deliveredAt: number;
	readonly isRedelivery: boolean;
	readonly isAccepted: boolean;
}

/** Reads an entry of the log. Returns undefined if it is not a complete entry. */
export function loggedDelivery(row: unknown): LoggedDelivery | undefined {
	if (!isObject(row)) return undefined;
	const [id, guid] = [toText(row.id), toText(row.guid)];
	const deliveredAt = Date.parse(toText(row.delivered_at));
	const status = Number(row.status_code);
	if (id === '' || guid === '' || Number.isNaN(deliveredAt) || !isFinished(row)) return undefined;
	return {
		id,
		guid,
		event: toText(row.event),
		deliveredAt,
		isRedelivery: row.redelivery === true,
		isAccepted: status >= 200 && status < 300,
	};
}

const isFinished = ({ status }: IDataObject): boolean => !/^pending$/i.test(toText(status));

export interface LostDelivery {
	/** The latest entry of the delivery. */
	readonly id: string;
	readonly guid: string;
	/** Time of the first entry in milliseconds since 1970. */
	readonly deliveredAt: number;
	/** Number of redeliveries in the log. */
	readonly redeliveries: number;
}

/**
 * The deliveries that n8n has not accepted in any attempt, oldest first. Pings are left out.
 * @param log newest first. Its times are in seconds, so entries with the same time keep this order.
 */
export function lostDeliveries(log: readonly LoggedDelivery[]): LostDelivery[] {
	const byGuid = new Map<string, LoggedDelivery[]>();
	for (const entry of [...log].reverse())
		byGuid.set(entry.guid, [...(byGuid.get(entry.guid) ?? []), entry]);
	return [...byGuid]
		.filter(([, entries]) =>
			entries.every(({ isAccepted, event }) => !isAccepted && event !== 'ping'),
		)
		.map(([guid, entries]) => {
			const sorted = [...entries].sort((a, b) => a.deliveredAt - b.deliveredAt);
			return {
				id: sorted.at(-1)!.id,
				guid,
				deliveredAt: sorted[0]!.deliveredAt,
				redeliveries: entries.filter(({ isRedelivery }) => isRedelivery).length,
			};
		})
		.sort((a, b) => a.deliveredAt - b.deliveredAt);
}
