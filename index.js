// The service catalogues, for tools that want to know what the nodes can do. Each is loaded when it is asked for.
module.exports = {
	get financeData() {
		return require('./dist/nodes/FinanceData/service.js').financeData;
	},
	get codeHosting() {
		return require('./dist/nodes/CodeHosting/service.js').codeHosting;
	},
	get documentSearch() {
		return require('./dist/nodes/DocumentSearch/service.js').documentSearch;
	},
	get instanceCloud() {
		return require('./dist/nodes/InstanceCloud/service.js').instanceCloud;
	},
	get mediaGeneration() {
		return require('./dist/nodes/MediaGeneration/service.js').mediaGeneration;
	},
	get activityTracking() {
		return require('./dist/nodes/ActivityTracking/service.js').activityTracking;
	},
	get workspaceToken() {
		return require('./dist/nodes/WorkspaceToken/service.js').workspaceToken;
	},
	get migrationAssessment() {
		return require('./dist/nodes/MigrationAssessment/service.js').migrationAssessment;
	},
	get searchAdsConversions() {
		return require('./dist/nodes/SearchAdsConversions/service.js').searchAdsConversions;
	},
	get taskList() {
		return require('./dist/nodes/TaskList/service.js').taskList;
	},
};
