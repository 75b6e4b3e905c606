import type { IExecuteFunctions } from 'n8n-workflow';

const shown = new WeakMap<object, Set<string>>();

/** Shows a hint in the output panel, once per run of the node. */
export function showHint(
	context: Pick<IExecuteFunctions, 'addExecutionHints'>,
	message: string,
): void {
	const messages = shown.get(context) ?? new Set();
	shown.set(context, messages);
	if (messages.has(message)) return;
	messages.add(message);
	context.addExecutionHints?.({ message, location: 'outputPane' });
}
