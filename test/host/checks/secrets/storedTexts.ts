import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

/** The part of `node:sqlite` that is used; the types of this project are older than that module. */
interface Sqlite {
	readonly DatabaseSync: new (
		file: string,
		options: { readOnly: boolean },
	) => { prepare(query: string): { all(): Array<Record<string, unknown>> }; close(): void };
}

/** Tables that n8n encrypts, or that only describe the database. */
const LEFT_OUT = ['credentials_entity', 'migrations', 'sqlite_sequence'];
/** Longest text that is searched at once. */
const PART = 4_000;

/** The texts in n8n's database, each with the table and column it is in. */
export function databaseTexts(file: string): Array<readonly [place: string, text: string]> {
	const { DatabaseSync } = createRequire(__filename)('node:sqlite') as Sqlite;
	const database = new DatabaseSync(file, { readOnly: true });
	try {
		const tables = database.prepare("SELECT name FROM sqlite_master WHERE type = 'table'").all();
		return tables
			.map(({ name }) => String(name))
			.filter((name) => !LEFT_OUT.includes(name))
			.flatMap((table) =>
				database
					.prepare(`SELECT * FROM "${table}"`)
					.all()
					.flatMap((row) =>
						Object.entries(row).flatMap(([column, value]) => {
							if (typeof value !== 'string' && !(value instanceof Uint8Array)) return [];
							const text = typeof value === 'string' ? value : Buffer.from(value).toString('utf8');
							return partsOf(text).map((part) => [`${table}.${column}`, part] as const);
						}),
					),
			);
	} finally {
		database.close();
	}
}

/** The lines of a log. */
export const logTexts = (file: string): Array<readonly [place: string, text: string]> =>
	readFileSync(file, 'utf8')
		.split('\n')
		.flatMap(partsOf)
		.map((part) => ['log', part] as const);

/** Parts of a text that overlap, so that no secret is cut by them. */
function partsOf(text: string): string[] {
	const parts: string[] = [];
	for (let at = 0; at < text.length; at += PART - 1_000) parts.push(text.slice(at, at + PART));
	return parts;
}
