import { numberOf, type JsonObject } from '../wire/json';
import type { AnyOperation, Sent } from './define';
import { wireName } from './encode';
import { listed, type Claims, type Field, type ListField, type RefField, type RefMode } from './fields';

/** A value of a locator as the document types it: an ID is a number, several paths or tags are a list. */
function locatorValue(modes: readonly RefMode[], sent: string): unknown {
	const kinds = modes.map(({ of }) => of);
	if (kinds.includes('paths')) return sent.split('|');
	if (kinds.includes('tags')) return sent.split(';');
	return kinds.includes('int') ? (numberOf(sent) ?? sent) : sent;
}

const ofLocator = ({ modes }: RefField<string, boolean>, sent: Sent): Array<[string, unknown]> =>
	[...new Set(Object.values(modes).map(({ wire }) => wire))].flatMap((wire): Array<[string, unknown]> => {
		const value = sent[wire];
		const named = Object.values(modes).filter((mode) => mode.wire === wire);
		return value === undefined ? [] : [[wire, locatorValue(named, value)]];
	});

function listValue({ form, of }: Pick<ListField<boolean>, 'form' | 'of'>, sent: string): unknown[] {
	const values = form === 'json' ? (JSON.parse(sent) as string[]) : sent.split(form);
	return of === 'int' ? values.map((value) => numberOf(value) ?? value) : values;
}

/** Claims by which an operation says what it works on. A name is what something is going to be called. */
const NAMING: readonly Claims[] = ['path', 'source', 'parent', 'id', 'scope'];

function namedBy(key: string, field: Field, sent: Sent): Array<[string, unknown]> {
	// A composed value is where something goes, not what it is.
	const list = listed(field);
	const claims = list?.claims ?? ('claims' in field ? field.claims : undefined);
	if (field.composed || !NAMING.includes(claims ?? 'nothing')) return [];
	if (field.kind === 'ref') return ofLocator(field, sent);
	const wire = wireName(key, field);
	const value = sent[wire];
	if (value === undefined || (field.kind === 'text' && field.password)) return [];
	if (!list) return [[wire, value]];
	const values = listValue(list, value);
	const one: Array<[string, unknown]> = list.each && values.length === 1 ? [[list.each, values[0]]] : [];
	return [...one, [wire, values]];
}

/**
 * What an operation worked on, by wire names, e.g. `{ fullpath }` or `{ org_id, member_ids }`: the values of the fields
 * that claim something. IDs are numbers and several values are lists, as in the document. Nothing for an operation that
 * only reads.
 */
export const workedOn = (op: AnyOperation, sent: Sent): JsonObject =>
	op.reads ? {} : Object.fromEntries(Object.entries(op.input).flatMap(([key, field]) => namedBy(key, field, sent)));
