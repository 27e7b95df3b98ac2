import { idOf, type JsonObject } from '../wire/json';
import { type AnyOperation, isListing, type Sent } from './define';
import { wireName } from './encode';
import { type Claims, type Field, listed, type ListField, type RefField, type RefMode } from './fields';

type Named = Array<[wire: string, value: unknown]>;

/** A value of a locator as inputs take it: an ID is a number, several paths are a list, the root is "/". */
function locatorValue(modes: readonly RefMode[], sent: string): unknown {
	const kinds = modes.map(({ of }) => of);
	if (kinds.includes('paths')) return sent.split('|');
	if (kinds.includes('path')) return sent === '' ? '/' : sent;
	return kinds.includes('int') ? idOf(sent) : sent;
}

function namedByLocator({ modes }: RefField, sent: Sent): Named {
	const all = Object.values(modes);
	return [...new Set(all.map(({ wire }) => wire))].flatMap((wire): Named => {
		const value = sent[wire];
		const those = all.filter((mode) => mode.wire === wire);
		return value === undefined ? [] : [[wire, locatorValue(those, value)]];
	});
}

function listValue({ form, of }: Pick<ListField, 'form' | 'of'>, sent: string): unknown[] {
	const values = form === 'json' ? (JSON.parse(sent) as string[]) : sent.split(form);
	return of === 'int' ? values.map(idOf) : values;
}

/** Claims by which an operation says what it works on. A name is what something is going to be called. */
const NAMING: readonly Claims[] = ['path', 'source', 'parent', 'id', 'scope'];

function namedBy(key: string, field: Field, sent: Sent): Named {
	// A composed value is where something goes, not what it is.
	const list = listed(field);
	const claims = list?.claims ?? ('claims' in field ? field.claims : undefined);
	if (field.composed || !NAMING.includes(claims ?? 'nothing')) return [];
	if (field.kind === 'ref') return namedByLocator(field, sent);
	const wire = wireName(key, field);
	const value = sent[wire];
	if (value === undefined || (field.kind === 'text' && field.password)) return [];
	if (!list) return [[wire, value]];
	const values = listValue(list, value);
	const isOne = values.length === 1 && list.each !== undefined && list.each !== wire;
	return isOne ? [[list.each, values[0]]] : [[wire, values]];
}

function namedIn({ input, reads }: AnyOperation, sent: Sent): Named {
	const kinds: ReadonlyArray<Field['kind']> = reads ? ['ref', 'text'] : ['ref', 'text', 'list', 'rows'];
	return Object.entries(input).flatMap(([key, field]) =>
		kinds.includes(field.kind) ? namedBy(key, field, sent) : [],
	);
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
