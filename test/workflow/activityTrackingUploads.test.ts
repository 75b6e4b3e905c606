// Uploads of recorded files, which the service processes after its response.
import type { IDataObject } from 'n8n-workflow';
import { activityTrackingPerTest } from './kit/activityTracking';
import { binary, type More } from './kit/executor';

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
