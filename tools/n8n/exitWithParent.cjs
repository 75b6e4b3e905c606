// Preloaded into n8n with --require. File descriptor 3 is a pipe to the process that started n8n.
// When that process ends, even by SIGKILL, the pipe closes, and n8n exits together with its child
// processes.
const { Socket } = require('node:net');
const { isMainThread } = require('node:worker_threads');

// Forked processes and worker threads inherit --require but not the descriptor.
if (isMainThread && process.env.TENFOLD_EXIT_WITH_PARENT === 'fd3') {
	delete process.env.TENFOLD_EXIT_WITH_PARENT;
	const pipe = new Socket({ fd: 3, readable: true, writable: false });
	pipe.on('error', exit);
	pipe.on('close', exit);
	pipe.resume();
	pipe.unref();
}

function exit() {
	try {
		process.kill(-process.pid, 'SIGKILL');
	} catch {
		process.exit(1);
	}
}
