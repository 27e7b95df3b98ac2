import { escapeHtml, htmlDocument } from './html';
import type { ReadingPageData, ReadingState } from './readingContract';

/** The reading page; every value in it is escaped. */
export const readingPage = (data: ReadingPageData, nonce: string): string =>
	htmlDocument(data.title, nonce, `<main class="card"><h1>${escapeHtml(data.title)}</h1></main>`);

/** The page in place of the reading page. */
export const readingStatePage = (state: ReadingState, nonce: string): string =>
	htmlDocument(state, nonce, `<main class="card"><h1>${state}</h1></main>`);
