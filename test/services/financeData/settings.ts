// Settings that a test can change while the service runs. Durations are milliseconds of the
// service's clock.

import type { Version } from './amounts';

export interface Settings {
	/** How long the platform takes to process a write. */
	platformMs: number;
	/** How long a prefer_sync write waits for the platform before it returns a job. */
	syncLimitMs: number;
	/** Duration of the initial download. */
	downloadMs: number;
	/** Number of requests allowed in 10 seconds. */
	requestsPerWindow: number;
	/** Keeps deleted records in lists, marked with `is_deleted`. */
	showDeleted: boolean;
	/** Default and maximum number of records on a page. */
	pageSize: number;
	maxPageSize: number;
	/** URLs that webhooks are sent to. */
	webhooks: string[];
	webhookVersion: Version;
	/** Share of the webhooks that are never sent, from 0 to 1. */
	dropped: number;
	/** Share of the webhooks that are sent twice, from 0 to 1. */
	doubled: number;
	/** Maximum number of deliveries in flight. */
	deliveriesAtOnce: number;
}

export const defaultSettings = (): Settings => ({
	platformMs: 300,
	syncLimitMs: 30_000,
	downloadMs: 3_600_000,
	requestsPerWindow: 500,
	showDeleted: false,
	pageSize: 50,
	maxPageSize: 500,
	webhooks: [],
	webhookVersion: '2024-08-31',
	dropped: 0,
	doubled: 0,
	deliveriesAtOnce: 20,
});
