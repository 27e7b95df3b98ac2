import { chinese, chineseMarkup } from './chinese';
import { english, englishMarkup, type MarkupTexts, type Texts } from './english';

/** The texts of the programs, by the language of the document. */
export const TEXTS = { en: english, zh: chinese } satisfies Record<string, Texts>;
/** The languages of the pages. */
export type Language = keyof typeof TEXTS;
/** The texts of the markup. */
export const MARKUP_TEXTS: Readonly<Record<Language, MarkupTexts>> = { en: englishMarkup, zh: chineseMarkup };
