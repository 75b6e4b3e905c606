import { buildRequest, fetchAllRows, toRow } from '../../engine';
import { operation, outputFileOptions, resource } from '../../engine/describe';
import { exportRoute } from '../exportRoute';
import { decodePolylines, paging, routeId } from '../fields';
import { ownAthleteId } from '../ownAthlete';
import { addDecodedPoints } from '../polyline';
import { exportedRoute, route as shape, routeBrief } from '../shapes';

const permission = 'read (read_all for private routes)';

/** What the exports have in common. */
const routeFile = {
	agents: false,
	fields: { routeId },
	options: outputFileOptions,
	shape: exportedRoute,
	permission,
} as const;

export const route = resource('Route', {
	default: 'getAll',
	operations: {
		exportGpx: operation({
			...routeFile,
			name: 'Export as GPX',
			action: 'Export a route as a GPX file',
			request: 'GET /routes/{routeId}/export_gpx',
			run: async (call) => await exportRoute(call, 'gpx', 'application/gpx+xml'),
		}),
		exportTcx: operation({
			...routeFile,
			name: 'Export as TCX',
			action: 'Export a route as a TCX file',
			request: 'GET /routes/{routeId}/export_tcx',
			run: async (call) => await exportRoute(call, 'tcx', 'application/vnd.garmin.tcx+xml'),
		}),
		get: operation({
			request: 'GET /routes/{routeId}',
			fields: { routeId },
			options: { decodePolylines },
			simplify: routeBrief,
			shape,
			permission,
			refine: addDecodedPoints,
		}),
		getAll: operation({
			description: 'Get the routes of the authenticated athlete',
			paging,
			options: { decodePolylines },
			simplify: routeBrief,
			shape,
			permission,
			refine: addDecodedPoints,
			async run(call) {
				const { connection, operation: own, maxRows } = call;
				const plan = buildRequest(
					'GET /athletes/{id}/routes',
					{},
					{ id: await ownAthleteId(call) },
				);
				const policy = { idempotency: own.idempotency, permission: own.permission };
				const rows = await fetchAllRows(connection, plan, paging, policy, maxRows);
				return rows.map(toRow);
			},
		}),
	},
});
