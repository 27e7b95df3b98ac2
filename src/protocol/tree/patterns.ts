import { inputError, quoted } from '../wire/libraryError';
import { toFullpath } from '../wire/paths';
import { Globs } from './glob';

/* The patterns that one with braces stands for. */

/** How many patterns the braces of one may stand for, and a filter may have. */
const MOST_PATTERNS = 1000;

/** One pattern while it is read. */
interface Reading {
	readonly label: string;
	readonly pattern: string;
	at: number;
}

/**
 * The patterns that one with braces stands for: `{a,b}.txt` is `a.txt` and `b.txt`, braces may be inside braces, and
 * braces without a comma stand for themselves. Throws inputError for a brace without its other half, because such a
 * pattern would match nothing without a word, and for more than 1,000 patterns.
 */
function withoutBraces(label: string, pattern: string): readonly string[] {
	const reading: Reading = { label, pattern, at: 0 };
	const found = sequence(reading, '');
	if (reading.at < pattern.length) throw unbalanced(reading);
	return found;
}

/** What stands up to one of the characters that end it, which is not read. */
function sequence(reading: Reading, ends: string): readonly string[] {
	let found: readonly string[] = [''];
	for (; reading.at < reading.pattern.length; reading.at++) {
		const character = reading.pattern.charAt(reading.at);
		if (ends.includes(character) && ends !== '') return found;
		if (character === '}') return found;
		const parts = character === '{' ? group(reading) : [character];
		if (found.length * parts.length > MOST_PATTERNS)
			throw inputError(
				reading.label,
				`${quoted(reading.pattern)} stands for more than ${MOST_PATTERNS} patterns`,
			);
		found = found.flatMap((start) => parts.map((part) => start + part));
	}
	return found;
}

/** What a group stands for; its closing brace is the last character that is read. */
function group(reading: Reading): readonly string[] {
	const choices: Array<readonly string[]> = [];
	do {
		reading.at++;
		choices.push(sequence(reading, ',}'));
	} while (reading.pattern[reading.at] === ',');
	if (reading.at >= reading.pattern.length) throw unbalanced(reading);
	const [only = [], ...more] = choices;
	return more.length > 0 ? choices.flat() : only.map((text) => `{${text}}`);
}

const unbalanced = ({ label, pattern }: Reading) =>
	inputError(
		label,
		`${quoted(pattern)} has a brace without the other one`,
		'Close the braces, as in *.{pdf,docx}. For a name that contains a brace enter ? in its place.',
	);

/* Patterns as a person enters them, read and checked. */

/** Longest pattern in characters; a longer one is taken for a mistake. */
const MAX_LENGTH = 200;

/** Whether a pattern is compared with a path, not with a name. */
const asksForPath = (pattern: string): boolean => /\/|\*\*/.test(pattern);

/** Several patterns in one text, as in `*.pdf, *.txt`: as one pattern it would match nothing without a word. */
const SEVERAL = /[,;]\s*\*\./;

/**
 * The patterns that one with braces stands for. Throws inputError, which begins with `label`, for a brace without the
 * other one, for several patterns with commas between them, and where none of them can match anything.
 */
function plainParts(label: string, pattern: string): string[] {
	const parts = withoutBraces(label, pattern.trim()).filter((part) => toFullpath(part) !== '');
	if (parts.some((part) => SEVERAL.test(part)))
		throw inputError(
			label,
			`${quoted(pattern)} looks like several patterns`,
			'Make one of them with braces, as in *.{pdf,docx}. For a name with the comma enter ? in its place.',
		);
	if (parts.length > 0) return parts;
	throw inputError(
		label,
		`${quoted(pattern)} matches nothing`,
		'Enter a name or a path inside the folder, e.g. *.pdf or 2026/**.',
	);
}

/** Those of a list. Throws what `plainParts` throws, and inputError for a pattern that is too long and for too many. */
function plainPatterns(label: string, patterns: readonly string[]): string[] {
	const found = patterns.flatMap((pattern) => {
		if (pattern.trim().length > MAX_LENGTH) throw inputError(label, `is longer than ${MAX_LENGTH} characters`);
		return plainParts(label, pattern);
	});
	if (found.length > MOST_PATTERNS) throw inputError(label, `has more than ${MOST_PATTERNS} patterns`);
	return found;
}

/**
 * Compiles patterns into a predicate over paths inside a folder: whether one of them matches the path or a folder that
 * it is in, because a pattern that fits a folder covers what is in it. One without a slash and without `**` is that of
 * a name at any depth. Throws inputError, see `Globs` and above.
 */
export function compilePatterns(label: string, patterns: readonly string[]): (path: string) => boolean {
	const plain = plainPatterns(label, patterns);
	const paths = plain.filter(asksForPath).map(toFullpath);
	const globs = new Globs(
		label,
		paths,
		plain.filter((pattern) => !asksForPath(pattern)),
	);
	return (path) => globs.covers(path);
}

/**
 * Compiles one pattern, which is that of a full path where it asks for one, otherwise of a name. The predicate returns
 * undefined where that is not known. Throws what `plainParts` throws; the predicate, what `Globs` throws.
 */
export function compileNamePattern(
	label: string,
	pattern: string,
): (entry: { readonly name: string | undefined; readonly fullpath: string | undefined }) => boolean | undefined {
	const globs = new Globs(label, plainParts(label, pattern).map(toFullpath));
	const isOfPath = asksForPath(pattern);
	return ({ name, fullpath }) => {
		const compared = isOfPath ? fullpath : name;
		return compared === undefined ? undefined : globs.matches(compared);
	};
}
