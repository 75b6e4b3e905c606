import type { IDataObject } from 'n8n-workflow';
import { activityTracking } from '../../../../nodes/ActivityTracking/service';
import { codeHosting } from '../../../../nodes/CodeHosting/service';
import { documentSearch } from '../../../../nodes/DocumentSearch/service';
import { readErrorInfo } from '../../../../nodes/engine/transport/errorInfo';
import { financeData } from '../../../../nodes/FinanceData/service';
import { instanceCloud } from '../../../../nodes/InstanceCloud/service';
import { mediaGeneration } from '../../../../nodes/MediaGeneration/service';
import { migrationAssessment } from '../../../../nodes/MigrationAssessment/service';
import { searchAdsConversions } from '../../../../nodes/SearchAdsConversions/service';
import { taskList } from '../../../../nodes/TaskList/service';
import { workspaceToken } from '../../../../nodes/WorkspaceToken/service';

const secret = 'sk-very-secret';
const redact = (text: string): string => text.replaceAll(secret, '[secret]');

const plain = (message: string): IDataObject => ({ message });
const google = (message: string): IDataObject => ({ error: { message } });

test.each([
	[activityTracking, plain],
	[codeHosting, plain],
	[documentSearch, plain],
	[financeData, (error_message: string) => ({ error_message })],
	[instanceCloud, (message: string) => ({ status: 'error', message })],
	[mediaGeneration, (error: string) => ({ error })],
	[migrationAssessment, google],
	[searchAdsConversions, google],
	[taskList, google],
	[workspaceToken, plain],
])('$name: a message is truncated only after secrets are redacted', (service, bodyOf) => {
	for (const length of [490, 1990]) {
		const body = bodyOf('x'.repeat(length) + secret + 'y'.repeat(9000));
		const { text } = readErrorInfo({ service, redact }, body, { status: 400, headers: {} });
		expect(text).toMatch(/^x+\[secr/);
	}
});
