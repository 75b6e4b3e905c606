/**
 * What services may use of the engine beyond `describe` and `credentials`. The folders are in the order in
 * which a value passes through them: read, plan, http, run, form, triggers.
 */
export { dateProblem, dateToIso, isIsoDate, toEpochMs, withOffset } from './read/dates';
export { nodeVersions, rejectField } from './describe';
export { parseJson } from './read/parseJson';
export { readFlag, readForm, type ReadParameter, readRunSettings } from './read/readInput';
export { validate } from './read/validate';
export { apiTarget, queryOf } from './plan/apiTarget';
export { buildRequest, planRequest, setPath } from './plan/buildRequest';
export { type FileSource, multipart } from './plan/multipart';
export { fillPath } from './plan/path';
export { planOperation, recordOutsidePath, recordsInPath } from './plan/planOperation';
export { nodeError, withNodeErrors } from './errors/nodeError';
export { responseError } from './errors/responseErrors';
export { consumeStream } from './limits/deadline';
export { cancellableSleep } from './limits/sleep';
export { connect, type RunSettings } from './http/connect';
export { connectionTestOf } from './http/connectionTest';
export { IncompleteResponseError } from './http/readBody';
export { responseRows } from './http/responseRows';
export { send } from './http/pipeline';
export { apiRequest } from './run/apiRequest';
export { cachePerRun, showHint } from './run/call';
export { runConcurrently } from './run/concurrency';
export {
	download,
	downloadRow,
	type FileContext,
	fileRow,
	interruptedDownload,
	limitFileSize,
} from './run/download';
export { fileBody, inputFile } from './run/inputFile';
export { addParents, renamedError, responseToRows, simplifyRow, toRow } from './run/output';
export {
	fetchAllRows,
	fetchPages,
	limitHint,
	PaginationGuard,
	rowsUpToLimit,
} from './run/pagination';
export { runService } from './run/runService';
export { isOngoing, resumeUrl, waitUntil } from './run/waitUntil';
export { collectionWith, formOf, optionsWith } from './form/collections';
export { methodsOf } from './form/lookups';
export { parameterOf } from './form/parameter';
export { authenticationOf, propertiesOf } from './form/properties';
export { Confirmation, isCallId } from './triggers/confirmation';
export { boundedKey, eventKeyOf, nodeKeyOf, RecentKeys, RecentValues } from './triggers/eventKeys';
export {
	advanceCursor,
	passThrough,
	pollDeadline,
	runPoll,
	runPolledExecution,
} from './triggers/runPoll';
export {
	alreadyReceived,
	parametersOf,
	replyOnly,
	runWebhook,
	unmanagedWebhook,
	webhookTriggerVersions,
} from './triggers/runWebhook';
export { isSigned, signatureOf } from './triggers/signature';
export { checkTimes, isOwnUrl, placeOf, runCheck } from './triggers/webhookCheck';
