/** Words that add nothing to a sentence about a failure. */
const FILLERS: ReadonlySet<string> = new Set(
	[
		'a an the this that of or and to for in on by with it its is are was were be been has have had do does did',
		'not no none cannot can isn doesn don won error failed failure invalid illegal denied forbidden refused',
		'allowed missing found exist exists existed already deleted removed please check sorry request operation',
	].flatMap((line) => line.split(' ')),
);

/** A name in quotes; an apostrophe inside a word is none. */
const QUOTED = /"([^"]*)"|(?<!\w)'([^']*)'(?!\w)|“([^”]*)”|「([^」]*)」/g;

/**
 * What a text of the service says beyond `what`, our sentence for its code: all of it where it has a word of its own,
 * else only the names it quotes, e.g. of the file. A text without a Latin letter says in another language what a known
 * code says.
 */
export function newsIn(text: string, what: string, isKnown: boolean): string {
	const names = [...text.matchAll(QUOTED)].map((match) => match.slice(1).find((name) => name !== undefined) ?? '');
	const said = wordsIn(text.replace(QUOTED, ' '));
	if (said.length === 0 && !isKnown) return text;
	const known = new Set(wordsIn(what));
	if (said.some((word) => !known.has(word) && !FILLERS.has(word))) return text;
	return names.map((name) => `"${name}"`).join(', ');
}

/** The words of a text in lower case, and whatever else has a digit or an underscore, such as a parameter's name. */
const wordsIn = (text: string): string[] => (text.toLowerCase().match(/[a-z0-9_][a-z0-9_']*/g) ?? []).map(singular);

const singular = (word: string): string => word.replace(/'t$/, '').replace(/(?<=[a-z]{3})s$/, '');
