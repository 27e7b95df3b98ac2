import { inputError } from '../wire/libraryError';
import { quoted } from '../wire/quoted';

/* The patterns that one with braces stands for. */

/** How many patterns the braces of one may stand for, and a filter may have. */
export const MOST_PATTERNS = 1000;

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
export function withoutBraces(label: string, pattern: string): readonly string[] {
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
