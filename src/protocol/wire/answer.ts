import { isWebPage } from './errorBody';

/** An answer whose body has been read, from whatever transport. Header names in lower case. */
export interface Answer {
	readonly status: number;
	readonly headers: Readonly<Record<string, string>>;
	readonly text: string;
}

/** The title of an answer that is a web page; undefined for any other answer and without a title. */
export function titleOf({ headers, text }: Answer): string | undefined {
	if (!isWebPage(headers, text)) return undefined;
	// An attribute ends before the next tag: a page full of unfinished titles would keep n8n busy for minutes.
	return /<title[^<>]*>([^<]{1,200})/i.exec(text)?.[1]?.replace(/\s+/g, ' ').trim() || undefined;
}
