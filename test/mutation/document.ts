import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { score, type RoomResult } from './results';
import { ROOMS } from './rooms';

const DOCS = join(__dirname, '..', '..', 'docs');
const JSON_FILE = join(DOCS, 'mutation.json');
const PAGE = join(DOCS, 'mutation.md');

/** The table of docs/mutation.md is between these lines. */
const [BEGIN, END] = ['<!-- measured: made by npm run mutation -- --write -->', '<!-- end of measured -->'];

/** The results of docs/mutation.json. */
function documented(): readonly RoomResult[] {
	if (!existsSync(JSON_FILE)) return [];
	const results: readonly RoomResult[] = JSON.parse(readFileSync(JSON_FILE, 'utf8'));
	return results;
}

/**
 * Replaces the results of these rooms in docs/mutation.json, and the table of docs/mutation.md. Other rooms
 * keep the results of their last run. Throws if the table has no place.
 */
export function writeDocuments(results: readonly RoomResult[]): void {
	const of = (list: readonly RoomResult[], name: string) => list.find(({ room }) => room === name);
	const old = documented();
	const all = ROOMS.map(({ name }) => of(results, name) ?? of(old, name)).filter((result) => result !== undefined);
	const page = readFileSync(PAGE, 'utf8');
	const [from, to] = [page.indexOf(BEGIN), page.indexOf(END)];
	if (from < 0 || to < from) throw new Error(`docs/mutation.md lacks "${BEGIN}" or "${END}"`);
	writeFileSync(PAGE, `${page.slice(0, from)}${BEGIN}\n\n${asTable(all)}\n\n${page.slice(to)}`);
	writeFileSync(JSON_FILE, `${JSON.stringify(all, null, '\t')}\n`);
}

/** The results as a table in Markdown, with a row for all of them. */
export function asTable(results: readonly RoomResult[]): string {
	const sum = (key: 'killed' | 'timeout' | 'survived' | 'noCoverage' | 'static' | 'wordings') =>
		results.reduce((total, result) => total + result[key], 0);
	const total: RoomResult = {
		room: 'all',
		date: '',
		killed: sum('killed'),
		timeout: sum('timeout'),
		survived: sum('survived'),
		noCoverage: sum('noCoverage'),
		static: sum('static'),
		wordings: sum('wordings'),
		survivors: [],
	};
	const head = ['Room', 'Killed', 'Timeout', 'Survived', 'No coverage', 'Score', 'Static', 'Wordings', 'Date'];
	const rule = ['---', ...head.slice(1, -1).map(() => '--:'), '---'];
	const rows = [...results, ...(results.length > 1 ? [total] : [])].map(cells);
	return [head, rule, ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n');
}

function cells(result: RoomResult): string[] {
	const { room, killed, timeout, survived, noCoverage, wordings, date } = result;
	const numbers = [killed, timeout, survived, noCoverage].map(String);
	return [room, ...numbers, `${score(result).toFixed(1)} %`, String(result.static), String(wordings), date];
}
