import assert from 'node:assert/strict';
import type { Execution, Item } from '../../../../dev/n8n/executions';
import { sampleOf } from '../../../../dev/workflows/sampleWorkflows';
import type { PreparedN8n } from '../../../../dev/n8n/preparedN8n';

const RUN_MS = 100_000;

/** Executes a sample from one of its triggers. Throws the failed node and its message. */
export async function runSample({ rest, samples }: PreparedN8n, file: string, trigger: string): Promise<Execution> {
	const execution = await rest.execute(sampleOf(samples, file).id, trigger, RUN_MS);
	assert.equal(execution.status, 'success', execution.error);
	return execution;
}

/** A stored workflow, as far as it is copied. */
export interface StoredWorkflow {
	readonly name: string;
	readonly nodes: ReadonlyArray<{ readonly name: string; readonly type: string; readonly parameters: object }>;
	readonly connections: Readonly<Record<string, object>>;
	readonly settings: object;
	readonly pinData: object;
}

/** A sample as n8n has it, with the credentials of this n8n. */
export async function storedSample({ rest, samples }: PreparedN8n, file: string): Promise<StoredWorkflow> {
	const path = `/rest/workflows/${sampleOf(samples, file).id}`;
	const { name, nodes, connections, settings, pinData } = await rest.call<StoredWorkflow>('GET', path);
	return { name, nodes, connections, settings, pinData };
}

type Changes = ReadonlyArray<readonly [from: string, to: string]>;

/** Stores a copy of a sample in which texts of its JSON were replaced, as its note says; returns its id. */
export async function saveChanged(prepared: PreparedN8n, file: string, changes: Changes): Promise<string> {
	const { name, ...sample } = await storedSample(prepared, file);
	const changed = changes.reduce((text, [from, to]) => {
		assert.ok(text.includes(from), `${file} has no ${from}`);
		return text.replaceAll(from, to);
	}, JSON.stringify(sample));
	return await prepared.rest.saveWorkflow({ name: `${name} (tried)`, ...(JSON.parse(changed) as object) });
}

/** Executes a copy of a sample that was changed in this way. */
export async function runChanged(
	prepared: PreparedN8n,
	file: string,
	trigger: string,
	changes: Changes,
): Promise<Execution> {
	const execution = await prepared.rest.execute(await saveChanged(prepared, file, changes), trigger, RUN_MS);
	assert.equal(execution.status, 'success', execution.error);
	return execution;
}

/** One field of all items of a node. */
export const column = (execution: Execution, node: string, field: string): unknown[] =>
	execution.items(node).map(({ json }: Item) => json[field]);

/** The first address in the text of a mail. Throws when there is none. */
export function addressIn(text: string): string {
	const [address] = /https?:\/\/\S+/.exec(text) ?? [];
	if (address === undefined) throw new Error(`No address in: ${text}`);
	return address;
}
