import type { IDataObject } from 'n8n-workflow';

/* Items as people read them in a table. */

/** What people look for first where an item has it; any other beginning comes behind the path. */
const BEGINS_WELL = /^(?:event|action|date|status|viewer|link|url|(?:.*_)?(?:file)?name)$/;
const PATHS = ['fullpath', 'group_path'];
/** The ends of the names of fields that programs need and people do not read. */
const FOR_PROGRAMS = /(?:^|_)(?:ids?|hash|filehash|act|state|code|cursor|logo_url)$/;

/** 0 for what comes first, 1 for all else that people read, 2 for what only programs need. */
const rankOf = (name: string, begins: string | undefined): number =>
	name === begins ? 0 : FOR_PROGRAMS.test(name) ? 2 : 1;

/** The same fields in the order of a person: what it is about, then what people read, then IDs. */
export function namesFirst(json: IDataObject): IDataObject {
	const names = Object.keys(json);
	const begins = BEGINS_WELL.test(names[0] ?? '') ? names[0] : PATHS.find((path) => path in json);
	const ordered = [0, 1, 2].flatMap((rank) => names.filter((name) => rankOf(name, begins) === rank));
	return Object.fromEntries(ordered.map((name) => [name, json[name]]));
}
