import { valueAt } from '../rows/cells';
import type { InputRow } from '../rows/inputRow';
import { FIELDS_OF, namesOfForm, TYPE_SHOWN_BY, type EntryFields, type FieldKey } from './entryFields';
import { typeIn } from './readWanted';

/* Fields of the input that say nothing, so that a misspelled name does not pass for a member without that field. */

/** The names that fields of the input may have, by the type of the entry. A path is known by its first part. */
function knownNames(fields: EntryFields, keys: readonly FieldKey[]): ReadonlySet<string> {
	const known = keys.flatMap((key) => fields[key].names);
	return new Set(known.flatMap((name) => [name, name.split('.')[0] ?? name]));
}

/** Empty columns of a table say nothing about entries of the other type. */
const isEmpty = (value: unknown): boolean =>
	value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0);

/** Names of input fields that are not read, each with the number of entries that have it, most frequent first. */
export function unknownFields(rows: readonly InputRow[], fields: EntryFields): Record<string, number> {
	// The ID of a parent is no external ID: whoever sends it should know that it moves nothing.
	const knownOf = (type: 'member' | 'department'): ReadonlySet<string> =>
		new Set([
			...knownNames(fields, FIELDS_OF[type]),
			...TYPE_SHOWN_BY[type].filter((name) => name !== 'parent_id'),
		]);
	const known = { member: knownOf('member'), department: knownOf('department') };
	const found = new Map<string, number>();
	for (const row of rows) {
		const ofType = known[typeIn(row, fields)];
		for (const name of Object.keys(row.json)) {
			if (ofType.has(name) || isEmpty(row.json[name])) continue;
			found.set(name, (found.get(name) ?? 0) + 1);
		}
	}
	return Object.fromEntries([...found].sort(([, a], [, b]) => b - a));
}

/** Names that the form gives to fields and that no entry has: a misspelled name would leave the field unchanged. */
export function unusedNames(rows: readonly InputRow[], fields: EntryFields): string[] {
	return namesOfForm(fields).filter((name) => !rows.some(({ json }) => valueAt(json, name) !== undefined));
}
