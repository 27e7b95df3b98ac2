import { defined, type JsonObject } from '../../../protocol/wire/json';
import { shownPath } from '../../../protocol/wire/paths';
import {
	bitsOf,
	codeNamed,
	codesIn,
	namesOfCodes,
	type Status,
	type Subject,
	subjectValue,
} from '../../../protocol/catalogue/permissionCodes';

/* A row of the table: what one member or department may do in one folder. */

/** Where permissions come from, as far as the service tells (see `provenSource`). */
export interface Origin {
	readonly source: 'direct' | 'inherited' | 'library_role' | 'department' | 'unknown';
	/** Full path of the folder that they come from; '' is the root. */
	readonly from?: string | undefined;
	/** The department through which a member has them. */
	readonly through?: { readonly subject: Subject; readonly name?: string | undefined } | undefined;
}

/** What a row is made of. */
export interface RowContent extends Origin {
	/** Full path; '' is the root. */
	readonly fullpath: string;
	readonly hash?: string | undefined;
	readonly subject: Subject;
	readonly name?: string | undefined;
	/** The role in the library, which only an enterprise is told. */
	readonly role?: { readonly id: number; readonly name?: string | undefined } | undefined;
	readonly status: Status;
	readonly inherit?: boolean | undefined;
}

/** What a row said when it was read: tells an edited row from one that only describes. */
export interface AsRead {
	readonly status: Status;
	readonly inherit?: boolean | undefined;
	readonly roleId?: number | undefined;
	readonly role?: string | undefined;
}

const NOTHING = 'nothing';
const listText = (bits: number): string => codesIn(bits).join(',') || NOTHING;

/** The column `as_read`: one text that survives spreadsheets and begins with no character of a formula. */
export const asReadText = ({ status, inherit, roleId, role }: AsRead): string =>
	[
		`granted ${listText(status.granted)}`,
		`denied ${listText(status.denied)}`,
		...(inherit === undefined ? [] : [`inherit ${inherit ? 'yes' : 'no'}`]),
		...(roleId === undefined ? [] : [`role ${roleId}${role === undefined ? '' : ` ${role}`}`]),
	].join('; ');

const PATTERN = /^granted ([a-z,]+); denied ([a-z,]+)(?:; inherit (yes|no))?(?:; role (\d+)(?: (.*))?)?$/;

const bitsIn = (text: string): number =>
	text === NOTHING ? 0 : bitsOf(text.split(',').flatMap((code) => codeNamed(code) ?? []));

/** What `asReadText` wrote; undefined for any other text. */
export function parseAsRead(text: string): AsRead | undefined {
	const [, granted, denied, inherit, roleId, role] = PATTERN.exec(text.trim()) ?? [];
	if (granted === undefined || denied === undefined) return undefined;
	return {
		status: { granted: bitsIn(granted), denied: bitsIn(denied) },
		inherit: inherit === undefined ? undefined : inherit === 'yes',
		roleId: roleId === undefined ? undefined : Number(roleId),
		role,
	};
}

/** The item of a row. With `asText`, lists are texts with commas, as cells of a spreadsheet have them. */
export function rowItem(row: RowContent, asText: boolean): JsonObject {
	const { subject, role, status, from } = row;
	const [granted, denied] = [codesIn(status.granted), codesIn(status.denied)];
	const list = (values: readonly string[], separator = ','): readonly string[] | string =>
		asText ? values.join(separator) : values;
	return defined({
		fullpath: shownPath(row.fullpath),
		name: row.name || undefined,
		role: role?.name,
		granted_names: list(namesOfCodes(granted), ', '),
		granted: list(granted),
		denied: list(denied),
		source: row.source,
		source_fullpath: from === undefined ? undefined : shownPath(from),
		source_department: row.through?.name,
		source_group_id: row.through ? subjectValue(row.through.subject) : undefined,
		inherit: row.inherit,
		type: subject.type,
		[subject.by]: subjectValue(subject),
		role_id: role?.id,
		hash: row.hash,
		as_read: asReadText({ status, inherit: row.inherit, roleId: role?.id, role: role?.name }),
	});
}
