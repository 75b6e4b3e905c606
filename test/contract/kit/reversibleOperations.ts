// The operations that write, that AI agents may run without Allow Irreversible Operations, and whose
// effect is the default, `reversible`. A person decided this for each of them: no data is lost,
// nobody is locked out, and nothing is charged that another operation or request cannot undo.
// Operations that only add a record are reversible, too.

/** Operations by docs page and resource. */
export const reversibleOperations: Readonly<Record<string, Readonly<Record<string, string>>>> = {
	'code-hosting': {
		branch: 'create rename',
		checkRun: 'create update',
		checkSuite: 'rerequest',
		// A dismissed or resolved alert can be reopened.
		codeScanningAlert: 'update',
		commit: 'createStatus',
		commitComment: 'create update',
		dependabotAlert: 'update',
		deployment: 'create createStatus',
		deploymentBranchRule: 'create',
		discussion: 'create createComment markAnswer unmarkAnswer',
		environmentVariable: 'create update',
		file: 'create update',
		// Update keeps the earlier revisions of the files.
		gist: 'create fork star update',
		gitReference: 'create',
		// Unlock undoes Lock.
		issue: 'addAssignees addLabels close create createComment lock reopen setLabels update',
		issueComment: 'create update',
		issueDependency: 'add',
		issueFieldValue: 'set',
		job: 'rerun',
		label: 'create update',
		milestone: 'create update',
		// The notifications stay in the inbox.
		notification: 'markAllAsRead markAsRead markRepositoryAsRead',
		organizationPermission: 'enableRepository',
		organizationRunnerLabel: 'add set',
		organizationVariable: 'addRepository create update',
		projectItem: 'add createDraft update',
		pullRequest:
			'close convertToDraft create createComment markReadyForReview reopen requestReviewers update updateBranch',
		pullRequestReview: 'create submit update',
		reaction: 'create',
		release: 'create generateNotes update',
		releaseAsset: 'update',
		repository: 'create createDispatchEvent createInOrganization fork replaceTopics update',
		repositoryInvitation: 'accept',
		repositoryRunnerLabel: 'add set',
		reviewComment: 'create reply update',
		secretScanningAlert: 'update',
		star: 'add',
		subIssue: 'add move',
		subscription: 'setRepository setThread',
		tag: 'create',
		variable: 'create update',
		// Update changes neither the URL nor the secret.
		webhook: 'ping update',
		// Enable undoes Disable, and a run that Dispatch starts can be cancelled.
		workflow: 'disable dispatch dispatchAndWait enable',
		// A cancelled run can be started again.
		workflowRun: 'cancel forceCancel rerun rerunFailed',
	},
	'document-search': {
		chunk: 'updateMetadata',
		collection: 'create',
		document: 'index indexText',
		job: 'cancel wait',
		query: 'search',
		relation: 'create',
	},
	'instance-cloud': {
		image: 'pin',
		// A stopped or suspended instance can be started again.
		instance: 'start stop suspend update createCheckpoint updateCheckpoint updateTemplate',
		service: 'create update',
		volume: 'attach detach update updateTemplate',
	},
	'media-generation': {
		// Returns a link. A person pays.
		checkout: 'create',
		// Agents need a Maximum Cost, which only the user can set.
		generation: 'create estimate',
	},
	'activity-tracking': {
		activity: 'create update',
		athlete: 'getStats update',
		route: 'getAll',
		segment: 'star',
	},
	'migration-assessment': {
		asset: 'aggregateValues batchUpdate reportAssetFrames update',
		assetsExportJob: 'create run',
		discoveryClient: 'create sendHeartbeat update',
		group: 'addAssets create removeAssets update',
		importDataFile: 'create',
		importJob: 'create run update validate',
		location: 'updateSettings',
		longRunningOperation: 'cancel',
		preferenceSet: 'create update',
		report: 'create',
		reportConfig: 'create',
		reportExportJob: 'create run',
		source: 'create update',
	},
	'search-ads-conversions': {
		// Update also restores a removed conversion.
		conversion: 'insert update updateAvailability',
	},
	'task-list': {
		task: 'complete create move reopen update upsert',
		taskList: 'create replace update',
	},
	'finance-data': {
		account: 'create',
		accountingCustomer: 'create update',
		accountingItem: 'create update',
		bill: 'create update',
		billCreditApplication: 'create',
		billCreditMemo: 'create',
		// Records a payment. No money is transferred.
		billPayment: 'create update',
		expense: 'create update',
		invoice: 'create update',
		invoiceCreditApplication: 'create',
		invoiceCreditMemo: 'create',
		// Records a payment. No money is transferred.
		invoicePayment: 'create update',
		journalEntry: 'create',
		order: 'create update',
		product: 'create update',
		purchaseOrder: 'create',
		salesOrder: 'create',
		vendor: 'create update',
		connection: 'scheduleBackfill scheduleIncrementalSync',
		other: 'create get getAll update',
		variant: 'create update',
	},
};
