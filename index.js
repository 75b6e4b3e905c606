// The service catalogues, for tools that want to know what the nodes can do. Each is loaded when it is asked for.
module.exports = {
	get financeData() {
		return require('./dist/nodes/FinanceData/service.js').financeData;
	},
	get mediaGeneration() {
		return require('./dist/nodes/MediaGeneration/service.js').mediaGeneration;
	},
};
