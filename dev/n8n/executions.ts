import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { InstalledN8n } from './n8nCache';

/** An item that a node returned, as n8n stores it. */
export interface Item {
	json: Record<string, unknown>;
	binary?: Record<string, { id?: string; fileName?: string; fileSize?: string; bytes?: number }>;
}

/** A finished execution. */
export interface Execution {
	readonly id: string;
	readonly status: string;
	readonly seconds: number;
	/** The failed node and its message; empty after a success. */
	readonly error: string;
	/** Everything that n8n keeps of it, in the form in which n8n keeps it. */
	readonly stored: string;
	/** The items of the first output of a node, by its name. */
	readonly items: (node: string) => Item[];
}

/** An execution as n8n's REST interface returns it. */
export interface StoredExecution {
	id: string;
	status: string;
	startedAt: string;
	stoppedAt?: string;
	data: string;
}

interface NodeRun {
	data?: { main?: Array<Item[] | null> };
	error?: { readonly description?: string };
}

interface RunData {
	resultData: { runData: Record<string, NodeRun[]>; error?: { message?: string; node?: { name?: string } } };
}

const FINAL_STATES = new Set(['success', 'error', 'crashed', 'canceled']);

/** Whether an execution has ended, successfully or not. */
export const isFinished = ({ status }: StoredExecution): boolean => FINAL_STATES.has(status);

/** Reads a stored execution of `n8n`. */
export function readExecution(stored: StoredExecution, n8n: InstalledN8n): Execution {
	const { resultData } = unpack(stored.data, n8n);
	const failed = Object.values(resultData.runData)
		.flat()
		.find((run) => run.error)?.error;
	return {
		id: stored.id,
		status: stored.status,
		stored: stored.data,
		seconds: (Date.parse(stored.stoppedAt ?? stored.startedAt) - Date.parse(stored.startedAt)) / 1000,
		error: [resultData.error?.node?.name, resultData.error?.message, failed?.description]
			.filter(Boolean)
			.join(': '),
		items: (node) => resultData.runData[node]?.at(-1)?.data?.main?.[0] ?? [],
	};
}

/** n8n stores executions in the format of the package `flatted`; its own copy is the one that fits. */
function unpack(data: string, { folder }: InstalledN8n): RunData {
	const load = createRequire(join(folder, 'node_modules', 'n8n', 'package.json'));
	return (load('flatted') as { parse: (text: string) => RunData }).parse(data);
}
