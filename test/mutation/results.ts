/** The part of Stryker's report that is read; the schema is mutation-testing-report-schema. */
export interface StrykerReport {
	readonly files: Readonly<Record<string, { readonly source: string; readonly mutants: readonly Mutant[] }>>;
}

interface Mutant {
	readonly mutatorName: string;
	readonly replacement?: string;
	readonly status: string;
	readonly statusReason?: string;
	readonly location: { readonly start: Position; readonly end: Position };
}

/** What plugins.mjs says of a mutant that it does not try. */
const NOT_DRAWN = 'not in the sample';

/** Lines and columns begin at 1. */
interface Position {
	readonly line: number;
	readonly column: number;
}

/** What became of the mutants of a room. */
export interface RoomResult {
	readonly room: string;
	/** The day of the run, e.g. 2026-11-22. */
	readonly date: string;
	readonly killed: number;
	/** Mutants that never came to an end; they count as found. */
	readonly timeout: number;
	readonly survived: number;
	readonly noCoverage: number;
	/** Not tried: code that runs only while a file is loaded. */
	readonly static: number;
	/** Not tried: texts for people. */
	readonly wordings: number;
	/** Not tried, because a random share of the mutants was. */
	readonly notDrawn?: number;
	/** One line for each mutant that was not found: file:line, the code and what it became. */
	readonly survivors: readonly string[];
}

/** The share of the mutants that were found, in percent. Those that were not drawn count like those that were. */
export function score({ killed, timeout, survived, noCoverage, notDrawn = 0 }: RoomResult): number {
	const found = killed + timeout;
	const tried = found + survived;
	if (tried === 0) return noCoverage === 0 ? 100 : 0;
	return ((found / tried) * (tried + notDrawn) * 100) / (tried + notDrawn + noCoverage);
}

/** By how much the score of a sample may be off, in percent: 95 of 100 samples lie within. 0 where all were tried. */
export function margin(result: RoomResult): number {
	const { killed, timeout, survived, notDrawn = 0 } = result;
	const tried = killed + timeout + survived;
	if (notDrawn === 0 || tried === 0) return 0;
	const share = (killed + timeout) / tried;
	const all = tried + notDrawn;
	return 196 * Math.sqrt(((share * (1 - share)) / tried) * ((all - tried) / (all - 1)));
}

/**
 * Counts the mutants of a report. One that ends the process of the tests, which Stryker calls an error, is found: `npm
 * test` would not pass. Throws for a report of a run that was not finished.
 */
export function resultOf(room: string, date: string, report: StrykerReport): RoomResult {
	const files = Object.entries(report.files);
	const mutants = files.flatMap(([path, { source, mutants }]) => mutants.map((mutant) => ({ path, source, mutant })));
	const ofStatus = (...statuses: string[]) => mutants.filter(({ mutant }) => statuses.includes(mutant.status));
	const ignored = ofStatus('Ignored');
	const fixed = ignored.filter(({ mutant }) => mutant.statusReason?.startsWith('Static'));
	const notDrawn = ofStatus('RuntimeError').filter(({ mutant }) => mutant.statusReason?.includes(NOT_DRAWN)).length;
	const open = ofStatus('Pending', 'CompileError');
	if (open.length > 0) throw new Error(`${room}: ${open.length} mutants were not tried`);
	return {
		room,
		date,
		killed: ofStatus('Killed', 'RuntimeError').length - notDrawn,
		timeout: ofStatus('Timeout').length,
		survived: ofStatus('Survived').length,
		noCoverage: ofStatus('NoCoverage').length,
		static: fixed.length,
		wordings: ignored.length - fixed.length,
		...(notDrawn > 0 ? { notDrawn } : {}),
		survivors: ofStatus('Survived', 'NoCoverage').map(({ path, source, mutant }) => lineOf(path, source, mutant)),
	};
}

function lineOf(path: string, source: string, { location, replacement = '', status }: Mutant): string {
	const place = `${path}:${location.start.line}:${location.start.column}`;
	const uncovered = status === 'NoCoverage' ? ' (no test runs it)' : '';
	return `${place} ${short(textBetween(source, location))} → ${short(replacement)}${uncovered}`;
}

function textBetween(source: string, { start, end }: Mutant['location']): string {
	const lines = source.split('\n').slice(start.line - 1, end.line);
	const last = lines.length - 1;
	return lines
		.map((line, n) => line.slice(n === 0 ? start.column - 1 : 0, n === last ? end.column - 1 : undefined))
		.join('\n');
}

const LONGEST = 80;

function short(code: string): string {
	const line = code.replaceAll(/\s+/g, ' ');
	return line.length > LONGEST ? `${line.slice(0, LONGEST)}…` : line;
}
