import { operationsByNode } from '../../../src/entries';
import { placeOf } from '../../../src/n8n/form/operationLayout';
import type { AnyOperation } from '../../../src/protocol/operation/define';
import { type Field, labelOf } from '../../../src/protocol/operation/fields';
import { on, withValue } from './library';

/** A field in the form of an operation. */
export interface InputField {
	readonly node: string;
	readonly op: AnyOperation;
	readonly field: Field;
	readonly label: string;
	/** The parameters of the operation's example with another value of this field, which is shown. */
	fill(value: unknown): Record<string, unknown>;
}

/** All fields of all operations. */
export const inputFields: readonly InputField[] = Object.entries(operationsByNode).flatMap(([node, operations]) =>
	operations.flatMap((op) =>
		Object.entries(op.input).map(([key, field]): InputField => {
			const { showFor } = field;
			const shown = showFor?.values[0] === 'true' ? true : showFor?.values[0];
			const base = on(op.resource, op.operation, { ...op.example, ...(showFor && { [showFor.field]: shown }) });
			const place = placeOf(field);
			const at = place === 'top' ? key : `${place}.${key}`;
			return { node, op, field, label: labelOf(key, field), fill: (value) => withValue(base, at, value) };
		}),
	),
);

/** Rows of a table of tests. */
export const named = <F extends InputField>(fields: readonly F[]) =>
	fields.map((each, nth): [name: string, field: F, nth: number] => [`${each.op.id}: ${each.label}`, each, nth]);
