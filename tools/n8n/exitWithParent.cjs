// Loaded into n8n before anything else. File descriptor 3 is a pipe that only the starting process holds open: when
// that process is gone, however it went, the pipe closes and n8n leaves too, with everything that it started.
const { Socket } = require('node:net');
const { isMainThread } = require('node:worker_threads');

// Forked children and worker threads inherit --require, but descriptor 3 is not theirs.
if (isMainThread && process.env.TENFOLD_GUARD === 'fd3') {
	delete process.env.TENFOLD_GUARD;
	const line = new Socket({ fd: 3, readable: true, writable: false });
	line.on('error', leave);
	line.on('close', leave);
	line.resume();
	line.unref();
}

function leave() {
	try {
		process.kill(-process.pid, 'SIGKILL');
	} catch {
		process.exit(1);
	}
}
