import type { IWebhookFunctions } from 'n8n-workflow';
import { MARKUP_TEXTS, TEXTS, type Language } from '../../pages/texts';
import type { MarkupTexts, Texts } from '../../pages/english';
import { fieldsIn, textOf } from '../../protocol/wire/json';

const isLanguage = (text: string): text is Language => Object.hasOwn(TEXTS, text);

/** The language of a visitor: the first one of their browser that the pages have, or English. */
export function languageOf(context: IWebhookFunctions): Language {
	const accepted = textOf(fieldsIn(context.getHeaderData())['accept-language']).toLowerCase();
	return (
		accepted
			.split(',')
			.map((range) => range.trim().slice(0, 2))
			.find(isLanguage) ?? 'en'
	);
}

/** What the program of a page says to a visitor. */
export const textsFor = (context: IWebhookFunctions): Texts => TEXTS[languageOf(context)];
/** What a visitor reads besides. */
export const markupTextsFor = (context: IWebhookFunctions): MarkupTexts => MARKUP_TEXTS[languageOf(context)];
