import type { INodeExecutionData } from 'n8n-workflow';
import { demoEnterprise } from '../../emulator';
import { createEngine } from '../../engine/support/engine';
import { register } from '../engine';
import type { Address, Contestants, Task } from '../types';
import { departmentOf, type DirectoryWorld, memberOf } from '../worlds';

/** A directory to synchronize, and how many changes that takes. */
export interface Synchronizing extends DirectoryWorld {
	readonly changes: number;
	/** Whether the input is one text of JSON, and not an item for each entry. */
	readonly json?: boolean;
}

const inputOf = ({ members, departments }: DirectoryWorld): INodeExecutionData[] => [
	...Array.from({ length: departments }, (_, n) => ({ json: departmentOf(n) })),
	...Array.from({ length: members }, (_, n) => ({ json: memberOf(n, departments) })),
];

async function ours({ changes, json = false, ...world }: Synchronizing, { url }: Address): Promise<Task> {
	const engine = await createEngine();
	const { node, type } = register(engine, 'FileLibraryAdmin', 'Enterprise');
	const data = { baseUrl: url, vendorPrefix: 'svc', allowUnauthorizedCerts: false, ...demoEnterprise };
	const synchronize = async (entries: INodeExecutionData[], dryRun: boolean, text?: string): Promise<unknown> => {
		const of = { resource: 'directory', operation: 'synchronize', planOutput: 'summary' };
		const source = text === undefined ? {} : { source: 'json', directory: text };
		const parameters = { ...of, ...source, dryRun, options: { concurrency: 8 } };
		const items = text === undefined ? entries : [{ json: {} }];
		const run = { node, credentials: { [type]: data }, items, parameters };
		const { items: found, error } = await engine.run(run);
		if (error) throw error;
		return found[0]?.json.changes;
	};
	await synchronize(inputOf({ members: 1, departments: 1 }), true);
	const input = inputOf(world);
	const text = json ? JSON.stringify(input.map((item) => item.json)) : undefined;
	return {
		run: async () => {
			const made = await synchronize(input, false, text);
			if (made !== changes) throw new Error(`${String(made)} changes were made, ${changes} are right`);
			return undefined;
		},
	};
}

/** Directory: Synchronize. */
export const contestants: Contestants<Synchronizing> = { node: ours };
