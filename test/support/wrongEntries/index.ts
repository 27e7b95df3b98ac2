import type { WrongEntry } from './entry';
import { WRONG_IN_FILES } from './files';
import { WRONG_IN_FOLDERS } from './folders';
import { WRONG_IN_OTHERS } from './others';

/* Mistakes in a library with Docs/a.txt: title says what and where, description what to do. */

/** Wrong entries by their name. */
export const WRONG_ENTRIES: Readonly<Record<string, WrongEntry>> = {
	...WRONG_IN_FILES,
	...WRONG_IN_FOLDERS,
	...WRONG_IN_OTHERS,
};

/** Words of the code, in what a person reads: values without a name, names with an underscore or a capital inside. */
const CODE = /\b(?:undefined|null|NaN)\b|\[object|\b[a-z]+_[a-z_]+\b|(?<![\w"])[a-z]+[A-Z]\w*|\b\w+Error\b/;
/** A field and its verb with a colon between them. */
const BEFORE_VERB = /^[^:"]*: (?:is|isn't|are|must|can|can't|cannot|has|needs|belongs|contains?|choose|enter|set)\b/i;

const fourWords = (text: string): string[] => {
	const words = text.toLowerCase().match(/[\p{L}\d"]+/gu) ?? [];
	return words.slice(3).map((_, at) => words.slice(at, at + 4).join(' '));
};

/** What a reader has to object to in a title and a description; the description may name the values of a field. */
export function objections(title: string, description: string): string[] {
	const again = fourWords(title).filter((words) => fourWords(description).includes(words));
	return [
		...(title.trim() === '' || /[.:]$/.test(title) ? [`no title: ${title}`] : []),
		...(/^[A-Z].*[.]$/s.test(description) ? [] : [`no sentence: ${description}`]),
		...(BEFORE_VERB.test(title) ? [`a colon before a verb: ${title}`] : []),
		...again.map((words) => `said twice: ${words}`),
		...[title, description].flatMap((text) => CODE.exec(text)?.map((word) => `a word of the code: ${word}`) ?? []),
	];
}
