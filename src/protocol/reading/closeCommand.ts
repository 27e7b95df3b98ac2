import { keyFor, open, seal } from '../preview/viewerLink';
import { fieldsIn } from '../wire/json';
import { READING_PARAMETER } from './readingLink';
import { NOT_FOR_POSTS } from './readingPage';
import type { ReadingItem } from './readingState';

/* What closes reading links: a sealed text, which only who has the library authorization can make, posted to a link. */

/** What it says. Bound to one link, so that it can do nothing to a later wait. */
export interface CloseCommand {
	/** The link it is posted to. */
	readonly id: string;
	/** Whether the links of all others are closed too that the execution waits for with this one. */
	readonly all: boolean;
}

const PURPOSE = 'file-library-reading-close';
const MAX_LENGTH = 1024;
const boundTo = (execution: string): string => JSON.stringify([PURPOSE, execution]);

/** The command as a text for one execution; `secret` is that of the library authorization. */
export const sealClose = ({ id, all }: CloseCommand, execution: string, secret: string): string =>
	seal([id, all], boundTo(execution), keyFor(secret, PURPOSE));

/** The command in a text; undefined when it was changed or belongs to another execution or library authorization. */
export function openClose(text: unknown, execution: string, secret: string): CloseCommand | undefined {
	const opened = open(text, boundTo(execution), keyFor(secret, PURPOSE), MAX_LENGTH);
	// What opens was sealed by us.
	return Array.isArray(opened) ? { id: String(opened[0]), all: opened[1] === true } : undefined;
}

/** What became of the link of one person. */
export type ClosedReading = Pick<
	ReadingItem,
	'reading_id' | 'viewer' | 'hash' | 'fullpath' | 'outcome' | 'answered_at'
>;

/** The reply to the command: the links that it is about. */
export interface CloseReply {
	readonly state: 'closed';
	readonly readers: readonly ClosedReading[];
}

/** The links in a reply; undefined for any other answer. */
export function closedReadings(reply: unknown): ClosedReading[] | undefined {
	const { state, readers } = fieldsIn(reply);
	return state === 'closed' && Array.isArray(readers)
		? readers.map((each) => fieldsIn(each) as ClosedReading)
		: undefined;
}

/** Where a reading link leads: its execution, what it says, and the address to post to; undefined for other texts. */
export function readingTarget(link: string): { execution: string; sealed: string; address: string } | undefined {
	const text = link.trim();
	const url = URL.canParse(text) ? new URL(text) : undefined;
	const sealed = url?.searchParams.get(READING_PARAMETER);
	const execution = url?.pathname.split('/').at(-2);
	if (!url?.protocol.startsWith('http') || !sealed || !execution) return undefined;
	return { execution, sealed, address: url.href.replace(NOT_FOR_POSTS, '') };
}
