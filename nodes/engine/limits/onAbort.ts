/** Callbacks of signals, with one event listener per signal. */
const callbacksOf = new WeakMap<AbortSignal, Set<() => void>>();

/**
 * Calls a function once when a signal is aborted. All functions of a signal share one event
 * listener, because adding and removing a listener for every request would be slow.
 * @returns a function that removes the callback
 */
export function onAbort(signal: AbortSignal | undefined, callback: () => void): () => void {
	if (!signal) return () => undefined;
	const callbacks = callbacksOf.get(signal) ?? listenTo(signal);
	callbacks.add(callback);
	return () => callbacks.delete(callback);
}

function listenTo(signal: AbortSignal): Set<() => void> {
	const callbacks = new Set<() => void>();
	callbacksOf.set(signal, callbacks);
	signal.addEventListener(
		'abort',
		() => {
			for (const callback of callbacks) callback();
			callbacks.clear();
		},
		{ once: true },
	);
	return callbacks;
}
