// Builds docs/convert.html, one file without references to others. `npm run docs` and `gulp
// convertPage` write it. A test fails if it is outdated.
const fs = require('node:fs/promises');
const path = require('node:path');

const file = path.join(__dirname, '..', '..', '..', 'docs', 'convert.html');

/** The text of the page. */
async function convertPage() {
	const { build } = require('esbuild');
	const bundled = async (entry) => {
		const { outputFiles } = await build({
			entryPoints: [path.join(__dirname, entry)],
			bundle: true,
			write: false,
			minify: true,
			format: 'iife',
			target: 'es2022',
			// Other characters depend on the encoding of the page.
			charset: 'ascii',
			legalComments: 'none',
			logLevel: 'warning',
		});
		return outputFiles[0].text.trim();
	};
	const [template, style, script] = await Promise.all([
		fs.readFile(path.join(__dirname, 'page.html'), 'utf8'),
		bundled('page.css'),
		bundled('page.ts'),
	]);
	return template
		.replace('/* style */', () => style)
		.replace('/* script */', () => script.replaceAll('</script', '<\\/script'));
}

const writeConvertPage = async () => await fs.writeFile(file, await convertPage());

module.exports = { convertPage, writeConvertPage, file };
