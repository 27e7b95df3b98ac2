import { startExamples, withDemo } from '../../../test/contract/demo';
import type { Shape } from '../../../test/contract/shape';
import { declaredShapes } from '../../../test/contract/typeShape';
import { operationsByNode, triggersByNode } from '../../protocol/catalogue';
import { typed } from '../../protocol/catalogue/fieldTypes';
import type { AnyOperation } from '../../protocol/operation/define';
import { isJsonObject } from '../../protocol/wire/json';
import { reference, type OperationEntry } from '../reference';
import { merged, schemaOf, type Schema } from './jsonSchema';
import { sampleAnswers } from './sampleAnswers';

/*
 * The output schema of each operation, from two sources: the items that its example puts out in n8n's engine, which
 * has the order of the fields and what the node adds; and what Simplify makes of an answer with every field of its
 * type, which has the fields that the demo data lacks.
 */

/** The schema of the items of one operation or trigger. */
export interface OutputSchema {
	readonly entry: OperationEntry;
	readonly schema: Schema;
	/** Why the example put out no item. */
	readonly failure?: string;
}

/** What the node makes of an answer of its service; nothing of one that it refuses. */
function itemsOf(op: AnyOperation, answer: unknown): unknown[] {
	const raw: unknown = op.wrap ? attempt(() => op.wrap?.(answer, {}, {})) : answer;
	const entries: readonly unknown[] = Array.isArray(raw) ? raw : [raw];
	return entries.filter(isJsonObject).flatMap((entry) => attempt(() => (op.simplify ?? typed)(entry)) ?? []);
}

/** A made-up answer may be one that the operation refuses. */
function attempt<T>(make: () => T): T | undefined {
	try {
		return make();
	} catch {
		return undefined;
	}
}

/** The schema by the type of the answer; that of a trigger is the type of its items. */
const typeSchema = (op: AnyOperation, shape: Shape): Schema =>
	sampleAnswers(shape)
		.flatMap((answer) => itemsOf(op, answer))
		.map(schemaOf)
		.reduce(merged, {});

const operations: ReadonlyMap<string, AnyOperation> = new Map(
	[...Object.values(operationsByNode).flat(), ...Object.values(triggersByNode)].map((op) => [op.id, op]),
);

/** The items of an example on an emulator of its own. */
async function exampleItems(
	examples: Awaited<ReturnType<typeof startExamples>>,
	entry: OperationEntry,
): Promise<{ items: unknown[]; failure?: string }> {
	if (entry.trigger) return { items: [] };
	const { items, error } = await withDemo(async (emulator) => await examples.run(entry, emulator));
	if (error) return { items: [], failure: error.message };
	return { items: items.map(({ json }) => json) };
}

/** The schemas of all operations and triggers, in the order of the reference. */
export async function outputSchemas(): Promise<OutputSchema[]> {
	const shapes = declaredShapes();
	const examples = await startExamples();
	const schemas: OutputSchema[] = [];
	for (const entry of reference()) {
		const { items, failure } = await exampleItems(examples, entry);
		const [op, shape] = [operations.get(entry.id), shapes.get(entry.id)];
		const byType = op && shape ? typeSchema(op, shape) : {};
		const schema = merged(items.map(schemaOf).reduce(merged, {}), byType);
		schemas.push({ entry, schema, ...(failure === undefined ? {} : { failure }) });
	}
	return schemas;
}
