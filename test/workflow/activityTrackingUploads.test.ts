// Uploads of recorded files, which the service processes after its response.
import type { IDataObject } from 'n8n-workflow';
import { activityTrackingPerTest } from './kit/activityTracking';
import { binary, type More } from './kit/executor';
import { byId } from './kit/locator';

const tracking = activityTrackingPerTest();
const { run, sent } = tracking;
beforeEach(() => {
	tracking.service.settings.uploadReads = 0;
});

const itemWith = async (fileName: string, content: Buffer = Buffer.from('<gpx/>')) => [
	{ json: {}, binary: { data: await binary(content, fileName, 'application/octet-stream') } },
];

const upload = async (
	fileName: string,
	parameters: IDataObject = {},
	{ content, ...more }: More & { content?: Buffer } = {},
) =>
	await run(
		'activity',
		'upload',
		{ binaryPropertyName: 'data', waitForProcessing: true, ...parameters },
		{ items: await itemWith(fileName, content), ...more },
	);

test('a file is uploaded, and the item contains the new activity', async () => {
	tracking.service.settings.uploadReads = 1;
	const content = Buffer.alloc(12 * 1024 * 1024, 7);
	const { items, error } = await upload(
		'ride.FIT',
		{
			options: {
				name: 'Évening ride',
				description: 'Line 1\nLine 2',
				externalId: 'ride-1',
				trainer: true,
				commute: false,
			},
		},
		{ content },
	);
	expect(error).toBeUndefined();
	const [stored] = tracking.service.world.uploads;
	expect(stored).toMatchObject({
		fileName: 'ride.FIT',
		size: content.length,
		form: {
			data_type: 'fit',
			name: 'Évening ride',
			description: 'Line 1\nLine 2',
			external_id: 'ride-1',
			trainer: '1',
			commute: '0',
		},
	});
	expect(items[0]?.json).toEqual({
		id: String(stored!.id),
		external_id: 'ride-1',
		status: 'Your activity is ready.',
		activity_id: String(stored!.activityId),
	});
	expect(sent('GET /api/v3/uploads/*')).toHaveLength(2);
});

test.each([
	['ride.gpx', {}, 'gpx'],
	['ride.TCX.GZ', {}, 'tcx.gz'],
	['ride.fit.gz', {}, 'fit.gz'],
	['export', { fileFormat: 'gpx' }, 'gpx'],
	['ride.fit', { fileFormat: 'tcx' }, 'tcx'],
])('the format of %s with the options %p is %s', async (fileName, options, format) => {
	expect((await upload(fileName, { waitForProcessing: false, options })).error).toBeUndefined();
	expect(tracking.service.world.uploads[0]?.form).toEqual({ data_type: format });
});

test('a file with an unknown format is rejected before anything is sent', async () => {
	const { error } = await upload('ride.kml');
	expect(error?.message).toBe('The format of the file ride.kml is unknown');
	expect(error?.description).toContain('Set File Format in Additional Fields');
	expect(tracking.service.requests.total).toBe(0);
});

test('without Wait for Processing, the status can be read later', async () => {
	const { items } = await upload('ride.gpx', { waitForProcessing: false });
	expect(items[0]?.json).toMatchObject({ status: 'Your activity is still being processed.' });
	expect(sent('GET *')).toEqual([]);
	const { items: later } = await run('activity', 'getUpload', {
		uploadId: byId(String(items[0]?.json.id)),
	});
	expect(later[0]?.json).toMatchObject({ status: 'Your activity is ready.' });
	expect(Object.keys(later[0]!.json).sort()).toEqual([
		'activity_id',
		'external_id',
		'id',
		'status',
	]);
});

test('a duplicate is an error that names the existing activity', async () => {
	const { items } = await upload('ride.gpx', { options: { name: 'Morning ride' } });
	const { error } = await upload('ride.gpx', { options: { name: 'Morning ride' } });
	const id = String(items[0]?.json.activity_id);
	expect(error?.message).toBe(`The file is a duplicate of activity ${id}`);
	expect(error?.description).toContain('ride.gpx duplicate of Morning ride');
	expect(error?.description).not.toContain('<a');
});

test('Accept Duplicates returns the existing activity', async () => {
	const { items } = await upload('ride.gpx');
	const { items: again, error } = await upload('ride.gpx', { options: { acceptDuplicates: true } });
	expect(error).toBeUndefined();
	expect(again[0]?.json).toMatchObject({
		activity_id: items[0]?.json.activity_id,
		duplicate: true,
	});
	expect(again[0]?.json).not.toHaveProperty('serviceError');
});

test('the text form of a duplicate is understood, too', async () => {
	tracking.service.settings.uploadError = 'ride.gpx duplicate of activity 15264';
	expect((await upload('ride.gpx')).error?.message).toBe(
		'The file is a duplicate of activity 15264',
	);
});

test('another processing error contains the words of the service and the upload', async () => {
	tracking.service.settings.uploadError = 'The file is malformed.';
	const { error } = await upload('ride.gpx', { options: { acceptDuplicates: true } });
	expect(error?.message).toBe(
		'Activity Tracking could not process the file: The file is malformed.',
	);
	expect(error?.description).toContain(`Upload: ${tracking.service.world.uploads[0]!.id}`);
});

test('an upload that takes too long is returned with timedOut', async () => {
	tracking.service.settings.uploadReads = 1000;
	const { items } = await upload('ride.gpx', { options: { maximumWait: 0.05 } });
	expect(items[0]?.json).toMatchObject({
		id: String(tracking.service.world.uploads[0]!.id),
		status: 'Your activity is still being processed.',
		timedOut: true,
	});
});

test('a status that cannot be read is reported with the upload, and the file is not sent again', async () => {
	tracking.service.faults.add({ on: 'GET *', status: 404, count: 9 });
	const { error } = await upload(
		'ride.gpx',
		{},
		{ settings: { retryOnFail: true, maxTries: 2, waitBetweenTries: 0 } },
	);
	const { id } = tracking.service.world.uploads[0]!;
	expect(error?.message).toBe(
		`The file was uploaded, but the status of upload ${id} cannot be read: Activity Tracking could not find this record`,
	);
	expect(error?.description).toContain('Activity: Get Upload');
	expect(sent('POST *')).toHaveLength(1);
});
