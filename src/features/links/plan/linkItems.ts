import type { ChangeItem, SummaryItem } from '../../../protocol/plan/items';
import { filledText, textOf } from '../../../protocol/wire/json';
import { linkCode } from '../../../protocol/wire/paths';

/* What Close Many puts out. */

/** The code of a listed link (G16); undefined where the service sends neither code nor link. */
export const codeOf = ({ code, link }: { readonly code?: unknown; readonly link?: unknown }): string | undefined =>
	filledText(code) ?? filledText(linkCode(textOf(link)));

/** An item of Close Many for one link. */
export type LinkChangeItem = ChangeItem<{
	action: 'close';
	type: 'link';
	/** What selected the link. */
	reason: string;
	filename?: string;
	fullpath?: string;
	link?: string;
	code?: string;
	/** What the link allows; absent where the service does not say. */
	auth?: string;
	permanent?: boolean;
	/** ISO time; null for a link that never expires. */
	expires_at?: string | null;
	/** From the log of the library, where it tells. */
	created_by?: string;
	created_at?: string;
	has_password?: boolean;
	filesize?: number;
}>;

/** The summary of Close Many. */
export type LinkSummaryItem = SummaryItem<LinkChangeItem> & {
	/** Open links of the library, before any was closed. */
	links: number;
};
