import { inputError, valueError, quoted } from '../wire/libraryError';
import { toFullpath } from '../wire/paths';

/* Patterns of names and paths, as a person enters them: read, checked and compared. */

/** How many patterns the braces of one may stand for, and a filter may have. */
const MOST_PATTERNS = 100;
/** Longest pattern in characters; a longer one is taken for a mistake. */
const MAX_LENGTH = 200;

/**
 * One thing that a pattern asks for: a character, folded; `one` of a name (`?`); any of a `name` (`*`) or of a `path`
 * (`**`), also none; any `folders` one inside the other, also none (`**` and a slash where a name begins).
 */
type Token = { readonly kind: 'one' | 'name' | 'path' | 'folders' } | { readonly kind: 'literal'; readonly is: string };

const KINDS = { '?': 'one', '*': 'name', '**': 'path', '**/': 'folders' } as const;

/** A character without its case: what has no single small form stays, so that `?` is one character of every name. */
function folded(character: string): string {
	const lower = character.toLowerCase();
	return [...lower].length > 1 ? character : lower === 'ς' ? 'σ' : lower;
}

/** The folded characters of a text; of ASCII no single one has to be looked at. */
const charactersOf = (text: string): ArrayLike<string> =>
	/^[\x20-\x7e]*$/.test(text) ? text.toLowerCase() : Array.from(text, folded);

const tokensOf = (pattern: string): readonly Token[] =>
	Array.from(pattern.matchAll(/(?<=^|\/)\*{2,}\/|\*+|[^*]/gsu), ([part]) => {
		const sign = part.replace(/^\*{2,}/, '**');
		return Object.hasOwn(KINDS, sign)
			? { kind: KINDS[sign as keyof typeof KINDS] }
			: { kind: 'literal', is: folded(part) };
	});

/** Comparisons of one path with all patterns before it is refused, so that none can stall n8n: below 100 ms. */
const MOST_STEPS = 5_000_000;

/**
 * Whether a pattern matches a path; with `isCovering`, or a folder that it is in. What `*` stands for grows where the
 * rest does not match, up to the end of the name; then what `**` before it stands for. Nothing further back has to be
 * tried again: whatever it would lead to is found from there. Each comparison takes one of the `steps` that are `left`,
 * of which there are too few below 0.
 */
function isMatch(tokens: readonly Token[], path: ArrayLike<string>, isCovering: boolean, steps: { left: number }) {
	/** Where the last `*` and `**` were met, and what they stand for ends; -1 without one. */
	let [name, nameEnd, around, aroundEnd, isFolders] = [-1, 0, -1, 0, false];
	for (let at = 0, token = 0; steps.left-- > 0;) {
		const wanted = tokens[token];
		const character = path[at];
		if (!wanted && (character === undefined || (isCovering && character === '/'))) return true;
		if (wanted?.kind === 'name') [name, nameEnd] = [++token, at];
		else if (wanted?.kind === 'path' || wanted?.kind === 'folders')
			[name, around, aroundEnd, isFolders] = [-1, ++token, at, wanted.kind === 'folders'];
		else if (wanted && character !== undefined && isOne(wanted, character)) {
			at++;
			token++;
		} else if (name >= 0 && nameEnd < path.length && path[nameEnd] !== '/') {
			at = ++nameEnd;
			token = name;
		} else {
			if (around < 0) return false;
			do if (aroundEnd >= path.length) return false;
			while (path[aroundEnd++] !== '/' && isFolders);
			[at, token, name] = [aroundEnd, around, -1];
		}
	}
	return false;
}

const isOne = (wanted: Token, character: string): boolean =>
	wanted.kind === 'literal' ? wanted.is === character : character !== '/';

/** Whether one of the patterns matches a path: see `isMatch`. Throws inputError for a path that takes too long. */
function matcherOf(label: string, patterns: readonly string[], isCovering = false): (path: string) => boolean {
	const lists = patterns.map(tokensOf);
	return (path) => {
		const characters = charactersOf(path);
		const steps = { left: MOST_STEPS };
		const found = lists.some((tokens) => isMatch(tokens, characters, isCovering, steps));
		if (steps.left >= 0) return found;
		const hint = 'Use fewer * and ? in one pattern, or report the name to the operator of the service.';
		throw inputError(label, `cannot be compared with ${quoted(path)} in a short time`, hint);
	};
}

/**
 * The patterns that one with braces stands for: `{a,b}.txt` is `a.txt` and `b.txt`, braces may be inside braces, and
 * braces without a comma stand for themselves. Throws inputError for a brace without its other half, because such a
 * pattern would match nothing without a word, and for more than 100 patterns.
 */
function withoutBraces(label: string, pattern: string): readonly string[] {
	let at = 0;
	const sequence = (ends: string): readonly string[] => {
		let found: readonly string[] = [''];
		for (; at < pattern.length && !ends.includes(pattern.charAt(at)); at++) {
			const parts = pattern[at] === '{' ? group() : [pattern.charAt(at)];
			if (found.length * parts.length > MOST_PATTERNS)
				throw valueError(label, `${quoted(pattern)} stands for more than ${MOST_PATTERNS} patterns`);
			found = found.flatMap((start) => parts.map((part) => start + part));
		}
		return found;
	};
	/** What a group stands for; its closing brace is the last character that is read. */
	const group = (): readonly string[] => {
		const choices: Array<readonly string[]> = [];
		do {
			at++;
			choices.push(sequence(',}'));
		} while (pattern[at] === ',');
		if (at >= pattern.length) throw unbalanced(label, pattern);
		return choices.length > 1 ? choices.flat() : choices.flat().map((text) => `{${text}}`);
	};
	const found = sequence('}');
	if (at < pattern.length) throw unbalanced(label, pattern);
	return found;
}

const unbalanced = (label: string, pattern: string) =>
	valueError(
		label,
		`${quoted(pattern)} has a brace without the other one`,
		'Close the braces, as in *.{pdf,docx}. For a name that contains a brace enter ? in its place.',
	);

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
		throw valueError(
			label,
			`${quoted(pattern)} looks like several patterns`,
			'Make one of them with braces, as in *.{pdf,docx}. For a name with the comma enter ? in its place.',
		);
	if (parts.length > 0) return parts;
	throw valueError(
		label,
		`${quoted(pattern)} matches nothing`,
		'Enter a name or a path inside the folder, e.g. *.pdf or 2026/**.',
	);
}

/**
 * Compiles patterns into a predicate over paths inside a folder: whether one of them matches the path or a folder that
 * it is in, because a pattern that fits a folder covers what is in it. `*` stands for any characters of a name, `?` for
 * exactly one, and `**` for any characters of a path, over the names of folders; `a/**` followed by `/b` is also `a/b`.
 * Everything else stands for itself, in any case. One without a slash and without `**` is that of a name at any depth.
 * Throws what `plainParts` throws, and inputError for a pattern that is too long and for too many; the predicate,
 * inputError for a path that takes too long.
 */
export function compilePatterns(label: string, patterns: readonly string[]): (path: string) => boolean {
	const plain = patterns.flatMap((pattern) => {
		if (pattern.trim().length > MAX_LENGTH)
			throw inputError(label, `can't be longer than ${MAX_LENGTH} characters`);
		return plainParts(label, pattern);
	});
	if (plain.length > MOST_PATTERNS) throw inputError(label, `can't have more than ${MOST_PATTERNS} patterns`);
	return matcherOf(
		label,
		plain.map((pattern) => (asksForPath(pattern) ? toFullpath(pattern) : `**/${pattern}`)),
		true,
	);
}

/**
 * Compiles one pattern, which is that of a full path where it asks for one, otherwise of a name. The predicate returns
 * undefined where that is not known. Both throw what `compilePatterns` and its predicate throw.
 */
export function compileNamePattern(
	label: string,
	pattern: string,
): (entry: { readonly name: string | undefined; readonly fullpath: string | undefined }) => boolean | undefined {
	const matches = matcherOf(label, plainParts(label, pattern).map(toFullpath));
	const isOfPath = asksForPath(pattern);
	return ({ name, fullpath }) => {
		const compared = isOfPath ? fullpath : name;
		return compared === undefined ? undefined : matches(compared);
	};
}
