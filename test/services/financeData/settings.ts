// How long things take, in milliseconds of the service's clock, and how webhooks fare.

import type { Version } from './amounts';

export interface Settings {
	/** What the platform takes for a write. */
	platformMs: number;
	/** How long prefer_sync waits before it answers with a job. */
	syncLimitMs: number;
	/** One batch of a first download. */
	downloadMs: number;
	/** Requests that are let through in ten seconds. */
	requestsPerWindow: number;
	/** Whether deleted records stay in their lists, marked. */
	showDeleted: boolean;
	/** Rows of a page when none are asked for, and the most. */
	pageSize: number;
	largestPage: number;
	/** Where webhooks go. */
	webhooks: string[];
	webhookVersion: Version;
	/** Part of the webhooks that are never sent, and part that are sent twice. */
	dropped: number;
	doubled: number;
	/** Deliveries under way at one time. */
	deliveriesAtOnce: number;
}

export const standardSettings = (): Settings => ({
	platformMs: 300,
	syncLimitMs: 30_000,
	downloadMs: 3_600_000,
	requestsPerWindow: 500,
	showDeleted: false,
	pageSize: 50,
	largestPage: 500,
	webhooks: [],
	webhookVersion: '2024-08-31',
	dropped: 0,
	doubled: 0,
	deliveriesAtOnce: 20,
});
