import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import { startExamples, withDemo, type Given } from '../../contract/demo';
import { reference, type OperationEntry } from '../../contract/reference';
import type { Emulator } from '../../emulator';
import type { RunResult } from '../support/engine';

/* One state of the demo in which all examples have been run, to start second operations from. */

/** An item that an operation put out. */
export interface Produced {
	readonly producer: OperationEntry;
	readonly json: IDataObject;
}

export interface Prepared {
	/** What all examples put out: of lists the first file and the first folder. */
	readonly produced: readonly Produced[];
	/** Runs an operation in the prepared state, which stays as it is. */
	run(entry: OperationEntry, given: Given): Promise<RunResult>;
	/** Looks at the prepared state. */
	inspect<T>(look: (emulator: Emulator) => T): T;
	close(): Promise<void>;
}

/** Of several items those that differ in kind. */
function someOf(items: readonly INodeExecutionData[]): IDataObject[] {
	const kinds = new Map(items.map(({ json }) => [String(json.type ?? ''), json]));
	const first = items.map(({ json }) => json).find(({ type }) => typeof type !== 'string');
	return first ? [first] : [...kinds.values()];
}

/** Runs all examples, and keeps the state that they leave. */
export async function prepare(): Promise<Prepared> {
	const examples = await startExamples();
	const folder = mkdtempSync(join(tmpdir(), 'chains-'));
	const state = join(folder, 'state');
	const produced: Produced[] = [];
	await withDemo(
		async (emulator) => {
			for (const producer of reference()) {
				const { items, error } = await examples.run(producer, emulator);
				if (error) throw new Error(`${producer.id}: ${error.message}`);
				produced.push(...someOf(items).map((json) => ({ producer, json })));
			}
		},
		{ stateFolder: state },
	);
	let copies = 0;
	const inCopy = async <T>(use: (emulator: Emulator) => Promise<T>): Promise<T> => {
		const copy = join(folder, `copy${++copies}`);
		cpSync(state, copy, { recursive: true });
		try {
			return await withDemo(use, { stateFolder: copy });
		} finally {
			rmSync(copy, { recursive: true });
		}
	};
	let seen: Emulator | undefined;
	await inCopy(async (emulator) => void (seen = emulator));
	return {
		produced,
		run: async (entry, given) => await inCopy(async (emulator) => await examples.run(entry, emulator, given)),
		inspect: (look) => {
			if (!seen) throw new Error('not prepared');
			return look(seen);
		},
		close: async () => rmSync(folder, { recursive: true }),
	};
}
