import { idOf, type JsonObject } from '../wire/json';
import { type AnyOperation, isListing, type Sent } from './define';
import { type Parameter, parametersOf, valuesIn } from './parameters';
import type { Claims, Field } from './fields';

/** Claims by which an operation says what it works on. A name is what something is going to be called. */
const NAMING: readonly Claims[] = ['path', 'source', 'parent', 'id', 'scope'];

/** A composed value is where something goes, not what it is. */
const isNaming = ({ field, claims }: Parameter): boolean =>
	NAMING.includes(claims) && !field.composed && !(field.kind === 'text' && field.password);

/** A value as inputs take it: an ID is a number, several values are a list, the root is "/". */
function named(parameter: Parameter, sent: string): [wire: string, value: unknown] {
	const { wire, each = wire, of, form } = parameter;
	const values = valuesIn(parameter, sent).map((text) => (of === 'int' ? idOf(text) : text));
	if (form === undefined) return [wire, of === 'path' && sent === '' ? '/' : values[0]];
	return each !== wire && values.length === 1 ? [each, values[0]] : [wire, values];
}

function namedIn({ input, reads }: AnyOperation, sent: Sent): Array<[wire: string, value: unknown]> {
	const kinds: ReadonlyArray<Field['kind']> = reads ? ['ref', 'text'] : ['ref', 'text', 'list', 'rows'];
	return parametersOf(input).flatMap((parameter) => {
		const text = sent[parameter.wire];
		return text !== undefined && kinds.includes(parameter.field.kind) && isNaming(parameter)
			? [named(parameter, text)]
			: [];
	});
}

/**
 * What an operation worked on, by wire names, e.g. `{ fullpath }` or `{ org_id, member_ids }`: the values of the fields
 * that claim something. IDs are numbers and several values are lists, as in the document; a list of one thing is there
 * under the name of one. Nothing for an operation that only reads.
 */
export const subjectOfWrite = (op: AnyOperation, sent: Sent): JsonObject =>
	op.reads ? {} : Object.fromEntries(namedIn(op, sent));

/** IDs of what contains the entries of a list; an entry may have other IDs of its own. */
const CONTAINERS: readonly string[] = ['org_id', 'mount_id', 'group_id', 'group_path'];
/** Elsewhere this names a person, a department or an enterprise. */
const isContainer = (wire: string, { credential }: AnyOperation): boolean =>
	CONTAINERS.includes(wire) || (wire === 'out_id' && credential === 'partner');

/**
 * What an operation that only reads was asked about, by wire names: the next operation needs it too. Of a list only
 * what its entries are in: the library, the department. Nothing for an operation that changes something.
 */
export function subjectOfRead(op: AnyOperation, sent: Sent): JsonObject {
	if (!op.reads) return {};
	const named = namedIn(op, sent);
	return Object.fromEntries(isListing(op) ? named.filter(([wire]) => isContainer(wire, op)) : named);
}
