import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import { startExamples, withDemo, type Given } from '../../contract/demo';
import { reference, type OperationEntry } from '../../contract/reference';
import { startEmulator, type Emulator } from '../../emulator';
import { catalogue } from '../../../src/entries';
import type { RunResult } from '../support/engine';
import { kindOf, type Found, type Produced } from './state';
import { activitiesIn, changesIn, viewerEvent } from './triggered';

/* One state of the demo in which all examples have been run, to start second operations from. */

export interface Prepared {
	/** What all examples and the triggers put out: of a list some items of each type. */
	readonly produced: readonly Produced[];
	/** Runs an operation in the prepared state, which stays as it is. */
	run(entry: OperationEntry, given: Given): Promise<RunResult>;
	/** Looks at the prepared state. */
	inspect<T>(look: (emulator: Emulator) => T): T;
	close(): Promise<void>;
}

/** How many items of each type are tried of a list. */
const MOST = 4;
function someOf(items: readonly INodeExecutionData[]): IDataObject[] {
	const all = items.map(({ json }) => json);
	const types = new Set(all.map(({ type }) => type));
	return [...types].flatMap((one) => all.filter(({ type }) => type === one).slice(0, MOST));
}

/** Other files for the examples: some operations take documents only. */
const VARIANTS: ReadonlyArray<readonly [from: string, to: string]> = [
	['Contracts/offer.txt', 'Contracts/offer.docx'],
	['Contracts/offer.txt', 'Contracts/offer.pdf'],
];
const variantsOf = ({ node, example }: OperationEntry): Array<Record<string, unknown>> =>
	VARIANTS.filter(([from, to]) => {
		const text = JSON.stringify(example);
		// An example that names both files would name one of them twice.
		return node !== 'fileLibraryUser' && text.includes(from) && !text.includes(to);
	}).map(([from, to]) => JSON.parse(JSON.stringify(example).replaceAll(from, to)) as Record<string, unknown>);

type Examples = Awaited<ReturnType<typeof startExamples>>;

/** The items of all examples, run one after another, and then those of the triggers. */
async function itemsOfAll({ engine, run }: Examples, emulator: Emulator): Promise<Found[]> {
	const found: Found[] = [];
	for (const producer of reference()) {
		for (const parameters of [producer.example, ...variantsOf(producer)]) {
			const { items, error } = await run(producer, emulator, { parameters });
			if (error) throw new Error(`${producer.id} with ${JSON.stringify(parameters)}: ${error.message}`);
			found.push(...someOf(items).map((json) => ({ producer, json })));
		}
	}
	const activities = await activitiesIn(engine, emulator);
	return [...found, ...(await changesIn(engine, emulator)), ...activities, ...(await viewerEvent())];
}

const READING = new Set(catalogue.filter(({ reads }) => reads).map(({ id }) => id));

/** Runs all examples, and keeps the state that they leave. */
export async function prepare(): Promise<Prepared> {
	const examples = await startExamples();
	const stateFolder = mkdtempSync(join(tmpdir(), 'chains-'));
	const startCopy = async () => await startEmulator({ seedDemo: true, stateFolder, savesState: false });
	const found = await withDemo(async (emulator) => await itemsOfAll(examples, emulator), { stateFolder });
	// What only reads needs no state of its own.
	const shared = await startCopy();
	return {
		produced: found.map((one) => ({ ...one, kind: kindOf(shared, one.producer, one.json) })),
		run: async (entry, given) => {
			if (READING.has(entry.id)) return await examples.run(entry, shared, given);
			const own = await startCopy();
			try {
				return await examples.run(entry, own, given);
			} finally {
				await own.close();
			}
		},
		inspect: (look) => look(shared),
		close: async () => {
			await shared.close();
			rmSync(stateFolder, { recursive: true });
		},
	};
}
