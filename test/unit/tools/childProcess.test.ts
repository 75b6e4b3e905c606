import { startChild } from '../../../tools/system/childProcess';

// Otherwise, a child still writes to the folder that the other handler deletes, which then throws.
test('at exit, child processes are killed before other handlers run', () => {
	const deleteFolder = (): void => undefined;
	process.once('exit', deleteFolder);
	startChild('true', [], { cwd: '/', env: process.env, onLine: () => undefined });
	expect(process.listeners('exit').at(-1)).toBe(deleteFolder);
	process.off('exit', deleteFolder);
});
