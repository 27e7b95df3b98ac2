import type { IExecuteFunctions, INodeExecutionData, INodeType } from 'n8n-workflow';

/** A node that consists of one function; it calls n8n's own helpers, for comparison. */
export function helperNode(run: (context: IExecuteFunctions) => Promise<INodeExecutionData[]>): INodeType {
	return {
		description: {
			displayName: 'Helper',
			name: 'helper',
			group: [],
			version: 1,
			description: '',
			defaults: {},
			inputs: ['main'],
			outputs: ['main'],
			properties: [],
		},
		async execute(this: IExecuteFunctions) {
			return [await run(this)];
		},
	};
}
