// The service catalogues, for tools that want to know what the nodes can do. Each is loaded when it is asked for.
module.exports = {
	get documentSearch() {
		return require('./dist/nodes/DocumentSearch/service.js').documentSearch;
	},
	get instanceCloud() {
		return require('./dist/nodes/InstanceCloud/service.js').instanceCloud;
	},
	get mediaGeneration() {
		return require('./dist/nodes/MediaGeneration/service.js').mediaGeneration;
	},
};
