// Exports the service descriptions by name (financeData, codeHosting, ...) for programs that inspect what the nodes can do.
// n8n does not use this file: it loads the files listed under "n8n" in package.json. A description is loaded on first access.
const { n8n } = require('./package.json');

const folders = new Set(n8n.nodes.map((file) => file.split('/').at(-2)));
for (const folder of folders) {
	const name = folder.charAt(0).toLowerCase() + folder.slice(1);
	Object.defineProperty(exports, name, {
		enumerable: true,
		get: () => require(`./dist/nodes/${folder}/service.js`)[name],
	});
}
