import type { Texts } from './english';
import { TEXTS, type Language } from './texts';

/* The document as src/features/preview/serve writes it: each element that is asked for here is in its markup. */

/** An element that may be missing. */
export const findById = <E extends HTMLElement = HTMLElement>(id: string): E | null =>
	document.getElementById(id) as E | null;

/** An element that every page of its kind has. */
export const byId = <E extends HTMLElement = HTMLElement>(id: string): E => document.getElementById(id) as E;

/** The settings of the page, which n8n has written. */
export const readSettings = <S>(): S => JSON.parse(byId('data').textContent ?? '') as S;

/** The language of the document. */
export const language: Language = document.documentElement.lang === 'zh' ? 'zh' : 'en';
/** What the visitor reads. */
export const texts: Texts = TEXTS[language];

/** Says something about the preview above it; '' says nothing. */
export function notify(text: string, mood = ''): void {
	byId('noticeText').textContent = text;
	byId('notice').hidden = text === '';
	byId('notice').dataset.mood = mood;
}

/** Says why the preview is not shown. */
export function showFailure(text: string): void {
	byId('loading').hidden = true;
	notify(text, 'bad');
}

/** Shows how far the visitor is. */
export function showProgress(current: number, total: number, text: string): void {
	byId('progress').hidden = false;
	byId<HTMLProgressElement>('bar').max = Math.max(total, 1);
	byId<HTMLProgressElement>('bar').value = current;
	byId('where').textContent = text;
}
