import { defined } from '../wire/json';
import { quoted } from '../wire/quoted';
import { departmentOutIdsIn, outIdIn, requiredIn, textIn, type DirectoryRow } from './directoryRow';
import { entryError, type FieldKey, type FieldNames } from './entryFields';
import type { WantedDepartment, WantedDirectory, WantedMember } from './wantedDirectory';

/* Reads and checks the input entry by entry; what only the whole directory can tell is checked by the plan. */

function typeIn(row: DirectoryRow, names: FieldNames): 'member' | 'department' {
	const type = requiredIn(row, names, 'type').trim().toLowerCase();
	if (type === 'member' || type === 'department') return type;
	const message = `${quoted(type)} is neither member nor department`;
	throw entryError(row, 'type', message, `Check the field "${names.type}".`);
}

function departmentIn(row: DirectoryRow, names: FieldNames, outId: string, name: string): WantedDepartment {
	// A name with a slash would read as a path (I16).
	if (name.includes('/'))
		throw entryError(row, 'name', `${quoted(name)} contains "/"`, 'Slashes separate the departments of a path.');
	return { from: row, outId, name, ...defined({ parent: textIn(row, names, 'parentOutId') }) };
}

function memberIn(row: DirectoryRow, names: FieldNames, outId: string, name: string): WantedMember {
	const said = defined({
		// Every member has an account, so an empty one says nothing.
		account: textIn(row, names, 'account') || undefined,
		email: textIn(row, names, 'email'),
		phone: textIn(row, names, 'phone'),
		title: textIn(row, names, 'title'),
		departments: departmentOutIdsIn(row, names),
	});
	return { from: row, outId, name, ...said };
}

/** Refuses a value that an earlier entry already uses. */
function requireUnique(usedBy: Map<string, DirectoryRow>, value: string, row: DirectoryRow, key: FieldKey): void {
	const first = usedBy.get(value);
	if (first) {
		const firstUse = first.where === '' ? `item ${first.item}` : first.where.replace(/, $/, '');
		throw entryError(row, key, `${quoted(value)} is used twice, first by ${firstUse}`);
	}
	usedBy.set(value, row);
}

/**
 * The wanted directory. Throws LibraryError input with the item of the entry for an unknown type, an external ID or
 * name that is missing or empty, and an external ID or account that is used twice.
 */
export function readWanted(rows: readonly DirectoryRow[], names: FieldNames): WantedDirectory {
	const departments: WantedDepartment[] = [];
	const members: WantedMember[] = [];
	const usedBy = {
		department: new Map<string, DirectoryRow>(),
		member: new Map<string, DirectoryRow>(),
		account: new Map<string, DirectoryRow>(),
	};
	for (const row of rows) {
		const type = typeIn(row, names);
		const outId = outIdIn(row, names);
		const name = requiredIn(row, names, 'name');
		requireUnique(usedBy[type], outId, row, 'outId');
		if (type === 'department') {
			departments.push(departmentIn(row, names, outId, name));
		} else {
			const member = memberIn(row, names, outId, name);
			if (member.account !== undefined) requireUnique(usedBy.account, member.account, row, 'account');
			members.push(member);
		}
	}
	return { departments, members };
}
