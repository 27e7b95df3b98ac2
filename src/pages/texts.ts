import { chinese, chineseMarkup } from './chinese';
import { english, englishMarkup, type MarkupTexts, type Texts } from './english';

/** The texts of the programs, by the language of the document. */
export const TEXTS = { en: english, zh: chinese } satisfies Record<string, Texts>;
/**
 * A point in time (Unix milliseconds) as the page's language writes it, in the region of the first `preferred` language
 * that is this one, with the name of the zone. Without a zone it is that of the browser.
 */
export function dateIn(language: Language, time: number, timeZone?: string, preferred: readonly string[] = []): string {
	const locale = preferred.find((tag) => tag.slice(0, 2).toLowerCase() === language) ?? language;
	const zone = timeZone === undefined ? {} : { timeZone };
	const date = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short', ...zone }).format(time);
	const named = new Intl.DateTimeFormat(locale, { timeZoneName: 'short', ...zone }).formatToParts(time);
	return [date, ...named.filter(({ type }) => type === 'timeZoneName').map(({ value }) => value)].join(' ');
}

/** The languages of the pages. */
export type Language = keyof typeof TEXTS;
/** The texts of the markup. */
export const MARKUP_TEXTS: Readonly<Record<Language, MarkupTexts>> = { en: englishMarkup, zh: chineseMarkup };
