import type { IDataObject } from 'n8n-workflow';
import { operations, type ContractOperation } from './contract';
import { startExamples, withDemo } from './demo';
import { EVERY } from '../support/runs';
import type { OperationEntry } from './reference';

/* Runs the examples of the reference through their nodes and keeps what the emulator saw of them. */

/** A request as the emulator saw it. */
export interface Seen {
	readonly method: string;
	readonly path: string;
	readonly params: Readonly<Record<string, string>>;
	readonly status: number;
}
export interface Outcome {
	/** Message of its failure, if it failed. */
	readonly first: string | undefined;
	/** Whether it succeeds on the same emulator once more; undefined where that was not tried. */
	readonly again: boolean | undefined;
	readonly items: readonly IDataObject[];
	readonly requests: readonly Seen[];
}
export interface ExampleRuns {
	readonly outcomes: ReadonlyMap<string, Outcome>;
	/** Parameters that were answered with 200, by the operation; from its own example where it has one. */
	readonly accepted: ReadonlyMap<string, Readonly<Record<string, string>>>;
}

/** The operation of the contract that a form request belongs to. */
export const operationOf = ({ method, path, params }: Seen): ContractOperation | undefined =>
	[...operations.values()]
		.filter((op) => op.method === method && op.path === path)
		.find(
			({ id }, _i, all) =>
				all.length === 1 || (id === 'libraryFilePreviewUrlAnnotated') === 'annotation' in params,
		);

const seenBy = ({ requests }: { requests: readonly Seen[] }): Seen[] =>
	requests.map(({ method, path, params, status }) => ({ method, path, params: { ...params }, status }));

/** Runs every example on an emulator of its own; some of them twice, all in `npm run test:all`. */
export async function runEach(entries: readonly OperationEntry[]): Promise<ExampleRuns> {
	const outcomes = new Map<string, Outcome>();
	const accepted = new Map<string, Readonly<Record<string, string>>>();
	const examples = await startExamples();
	for (const [nth, entry] of entries.entries()) {
		await withDemo(async (emulator) => {
			const { error, items } = await examples.run(entry, emulator);
			const requests = seenBy(emulator);
			const again = nth % EVERY === 0 ? await examples.run(entry, emulator) : undefined;
			const first = error && `${error.message} ${error.description ?? ''}`;
			outcomes.set(entry.id, {
				first,
				again: again && again.error === undefined,
				items: items.map(({ json }) => json),
				requests,
			});
			for (const request of requests) {
				const op = operationOf(request);
				if (op?.formPointer && request.status === 200 && (op.id === entry.id || !accepted.has(op.id)))
					accepted.set(op.id, request.params);
			}
		});
	}
	return { outcomes, accepted };
}

/** Runs all examples on one emulator, one after another: the failures, by the ID of the entry. */
export async function failuresTogether(entries: readonly OperationEntry[]): Promise<string[]> {
	const examples = await startExamples();
	return await withDemo(async (emulator) => {
		const failures: string[] = [];
		for (const entry of entries) {
			const { error } = await examples.run(entry, emulator);
			if (error) failures.push(`${entry.id}: ${error.message}`);
		}
		return failures;
	});
}
