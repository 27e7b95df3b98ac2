import type { IExecuteFunctions, INodeExecutionData, INodeType } from 'n8n-workflow';

/** A node made of one function, for what n8n's own helpers do. */
export function helperNode(work: (context: IExecuteFunctions) => Promise<INodeExecutionData[]>): INodeType {
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
			return [await work(this)];
		},
	} as INodeType;
}
