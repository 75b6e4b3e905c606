/** Executions of export jobs. Pure. */
import type { IDataObject } from 'n8n-workflow';

/**
 * The execution in the result of a run. According to the specification, the result is the
 * execution. In the vendor's public API, the result contains it (schemas
 * `RunAssetsExportJobResponse` and `RunReportExportJobResponse`).
 */
export const executionOf = (result: IDataObject): IDataObject =>
	(result.assetsExportJobExecution ?? result.reportExportExecution ?? result) as IDataObject;
