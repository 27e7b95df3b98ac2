import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { margin, score, type RoomResult } from './results';
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
	const sum = (key: 'killed' | 'timeout' | 'survived' | 'noCoverage' | 'static' | 'wordings' | 'notDrawn') =>
		results.reduce((total, result) => total + (result[key] ?? 0), 0);
	const total: RoomResult = {
		room: 'all',
		date: '',
		killed: sum('killed'),
		timeout: sum('timeout'),
		survived: sum('survived'),
		noCoverage: sum('noCoverage'),
		static: sum('static'),
		wordings: sum('wordings'),
		notDrawn: sum('notDrawn'),
		survivors: [],
	};
	const numbers = ['Killed', 'Timeout', 'Survived', 'No coverage', 'Score', 'Not drawn', 'Static', 'Wordings'];
	const head = ['Room', ...numbers, 'Date'];
	const rule = ['---', ...numbers.map(() => '--:'), '---'];
	const rows = [
		...results.map((one) => cells(one)),
		...(results.length > 1 ? [cells(total, scoreOfAll(results))] : []),
	];
	return [head, rule, ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n');
}

/** Each room counts as much as it has mutants. */
function scoreOfAll(results: readonly RoomResult[]): number {
	const size = ({ killed, timeout, survived, noCoverage, notDrawn = 0 }: RoomResult) =>
		killed + timeout + survived + noCoverage + notDrawn;
	const all = results.reduce((sum, result) => sum + size(result), 0);
	return all === 0 ? 100 : results.reduce((sum, result) => sum + score(result) * size(result), 0) / all;
}

function cells(result: RoomResult, share = score(result)): string[] {
	const { room, killed, timeout, survived, noCoverage, notDrawn = 0, wordings, date } = result;
	const about = date !== '' && notDrawn > 0 ? ` ± ${margin(result).toFixed(1)}` : '';
	const numbers = [killed, timeout, survived, noCoverage].map(String);
	const rest = [notDrawn, result.static, wordings].map(String);
	return [room, ...numbers, `${share.toFixed(1)}${about} %`, ...rest, date];
}
