/** Runs the Media Generation node in n8n's executor against its local test service. */
import type { IDataObject } from 'n8n-workflow';
import { MediaGenerationApi } from '../../../credentials/MediaGenerationApi.credentials';
import { MediaGeneration } from '../../../nodes/MediaGeneration/MediaGeneration.node';
import { startMediaService, type MediaService } from '../../services/mediaGeneration/service';
import { runNode, type More, type NodeSetup, type RunResult } from './executor';

const nodeType = new MediaGeneration();

/** Starts the local test service with jobs that take only milliseconds. */
export const startFastMediaService = async (): Promise<MediaService> =>
	await startMediaService({ settings: { imageMs: 30, videoMs: 30, attachMs: 15 } });

export const mediaGenerationSetup = (
	media: MediaService,
	credential: IDataObject = {},
): NodeSetup => ({
	nodeType,
	credentials: {
		mediaGenerationApi: {
			type: new MediaGenerationApi(),
			data: { ...media.credential.data, ...credential },
		},
	},
});

/** Executes the node once. */
export const runMediaGeneration = async (
	media: MediaService,
	resource: string,
	operation: string,
	parameters: IDataObject = {},
	{ credential, ...more }: More = {},
): Promise<RunResult> =>
	await runNode(mediaGenerationSetup(media, credential), {
		parameters: { resource, operation, options: {}, ...parameters },
		...more,
	});
