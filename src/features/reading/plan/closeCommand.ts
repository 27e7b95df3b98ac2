import { sealing } from '../../preview/plan';
import { fieldsIn } from '../../../protocol/wire/json';
import { READING_PARAMETER, READING_PATH } from './readingLink';
import { NOT_FOR_POSTS } from './readingPage';
import { isOutcome, type ReadingItem } from './readingState';
import { withoutEndSlashes } from '../../../protocol/wire/paths';

/* What closes reading links: a sealed text, which only who has the library authorization can make, posted to a link. */

/** What it says. Bound to one link, so that it can do nothing to a later wait. */
export interface CloseCommand {
	/** Of the link that it is posted to. */
	readonly id: string;
	/** Whether the links of all others are closed too that the execution waits for with this one. */
	readonly all: boolean;
}

const PURPOSE = 'file-library-reading-close';

/** The commands for one execution as texts; `secret` is that of the library authorization. */
export const closeCommands = (execution: string, secret: string) =>
	sealing<CloseCommand>(PURPOSE, 1024, [PURPOSE, execution], secret);

const FIELDS = ['reading_id', 'viewer', 'hash', 'fullpath', 'outcome', 'answered_at'] as const;
/** What the reply to the command says of the link of one person. */
export type ClosedReading = Pick<ReadingItem, (typeof FIELDS)[number]>;
/** Only these fields of an item, or of a reply. */
export const closedReadingOf = (reading: ClosedReading): ClosedReading =>
	Object.fromEntries(FIELDS.map((name) => [name, reading[name]])) as ClosedReading;

/** The reply to the command: the links that it is about. */
export interface CloseReply {
	readonly state: 'closed';
	readonly readers: readonly ClosedReading[];
}

/** The longest text of a reply that is taken, in characters: longer than any path, and than what a link can say. */
const MAX_TEXT = 8192;
const isText = (value: unknown): value is string => typeof value === 'string' && value.length <= MAX_TEXT;

function isClosedReading(value: unknown): value is ClosedReading {
	const { reading_id, viewer, hash, fullpath, outcome, answered_at } = fieldsIn(value);
	const areTexts = [reading_id, viewer, hash, fullpath].every(isText);
	return areTexts && isOutcome(outcome) && (answered_at === null || isText(answered_at));
}

/** The links in a reply; undefined for any other answer. */
export function closedReadings(reply: unknown): ClosedReading[] | undefined {
	const { state, readers } = fieldsIn(reply);
	const isClosed = state === 'closed' && Array.isArray(readers) && readers.every(isClosedReading);
	return isClosed ? readers.map(closedReadingOf) : undefined;
}

const baseOf = ({ origin, pathname }: URL, parts: number): string =>
	`${origin}${withoutEndSlashes(pathname).split('/').slice(0, -parts).join('/')}`;

/**
 * What a reading link says; undefined for other texts. Nothing of it but the execution and the query is used to reach
 * that. `base` is where it leads: the address of n8n's waiting webhooks, if nobody has changed it.
 */
export function readingTarget(link: string) {
	const text = link.trim();
	const url = URL.canParse(text) ? new URL(text) : undefined;
	const sealed = url?.searchParams.get(READING_PARAMETER);
	const execution = url?.pathname.split('/').at(-2);
	if (!url?.protocol.startsWith('http') || !sealed || !execution) return undefined;
	return { execution, sealed, query: url.search.replace(NOT_FOR_POSTS, ''), base: baseOf(url, 2) };
}

/**
 * Where the command for a link is posted to: always to the n8n that sends it. `resumeUrl` is where that one resumes the
 * execution that closes the link.
 */
export function closeAddress(
	resumeUrl: URL,
	{ execution, query, base }: NonNullable<ReturnType<typeof readingTarget>>,
) {
	const own = baseOf(resumeUrl, 1);
	return { address: `${own}/${execution}/${READING_PATH}${query}`, own, isElsewhere: own !== base };
}
