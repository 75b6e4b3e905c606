import { isolatesOnDemand } from '../../tools/n8n/environment';

/** Settings of n8n's expression engine that the benchmark compares. The first are n8n's defaults. */
export const expressionEngines: ReadonlyArray<{
	readonly title: string;
	/** What the settings add to the labels of the benchmark. */
	readonly label: string;
	readonly env: Readonly<Record<string, string>>;
}> = [
	{ title: 'Default', label: '', env: {} },
	{
		title: 'Isolates on demand',
		label: ', isolates on demand',
		env: isolatesOnDemand,
	},
	{
		title: 'Legacy engine',
		label: ', legacy expression engine',
		env: { N8N_EXPRESSION_ENGINE: 'legacy' },
	},
];
