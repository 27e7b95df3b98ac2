import { isJsonObject, type JsonObject, numberOf } from '../wire/json';

/*
 * What the fields of answers are by the document. Deployments send numbers as text (client facts 5.15), and names that
 * consist of digits as numbers; items have what the document says.
 */

const namesIn = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/));

/**
 * Numbers. `link` and `preview` are bytes in statistics and addresses elsewhere, which no number can be mistaken for.
 * `password` is left out: it is a flag of a link, but a text of a new enterprise.
 */
const NUMBERS = namesIn(`
	act add_dateline capacity cmd count count_file create_dateline dateline deadline dir dir_count download
	end_dateline ent_id expire expires_in file_count files_size filesize finish_dateline folder_count group_id id
	inherit last_dateline link lock member_count member_id member_limit mount_id org_id org_type owner_id
	owner_member_id parent_id preview role_id size size_org_total size_org_use size_recycle size_total size_used space
	start_dateline state status storage_ethernet trial type
`);
/** Texts, even where they look like numbers. Who created and changed an entry is a text for a person (A08). */
const TEXTS = namesIn(`
	access_token account act_name admin client_id client_secret code content create_member_id create_member_name date
	display_name filehash filename fullpath group_code hash hid ip key last_member_id last_member_name member_account
	member_email member_name member_phone member_title name op_name org_client_id org_client_secret org_logo_url
	org_name out_id owner queue_id refresh_token server session storage_point svckey tag thumbnail uri url
`);

/** A number that was sent as text or as a flag, undefined for an empty text; anything else as it came. */
function asNumber(value: unknown): unknown {
	if (typeof value === 'boolean') return Number(value);
	if (typeof value !== 'string') return value;
	if (value.trim() === '') return undefined;
	const number = numberOf(value);
	// A number that JavaScript cannot keep exactly stays a text.
	return number !== undefined && Math.abs(number) <= Number.MAX_SAFE_INTEGER ? number : value;
}

function typedField(name: string, value: unknown): unknown {
	if (NUMBERS.has(name)) return asNumber(value);
	if (TEXTS.has(name)) return typeof value === 'number' ? String(value) : value;
	return Array.isArray(value) ? value.map((entry: unknown) => (isJsonObject(entry) ? typed(entry) : entry)) : value;
}

/** An entry of an answer with numbers and texts where the document has them, in the records inside of it too. */
export function typed(entry: object): JsonObject {
	// A copy of which hardly anything changes: lists have many entries.
	const fields: JsonObject = { ...entry };
	for (const name of Object.keys(fields)) {
		const value = typedField(name, fields[name]);
		if (value !== fields[name]) fields[name] = value;
	}
	return fields;
}
