import { closeLink, listLinks } from '../../protocol/catalogue/libraryLink';
import { fieldsIn, filledText, textOf, type JsonObject } from '../../protocol/wire/json';
import { LibraryError, isLibraryError } from '../../protocol/wire/libraryError';
import { linkCode } from '../../protocol/wire/linkCode';
import { inParallel } from '../async/parallel';
import { unlessFailed } from '../files/unlessFailed';
import { allEntries } from '../paging/pages';
import { call, type Caller } from '../service/call';
import type { Operator } from '../upload/target';

/** What became of one link. */
export interface LinkOutcome {
	/** The link as the service listed it. */
	readonly link: JsonObject;
	/** Why it was not closed; absent where it is closed. */
	readonly failure?: LibraryError;
}

/** How links are closed. */
export interface CloseOptions {
	/** The most requests at the same time. */
	readonly width: number;
	readonly operator: Operator;
}

/** The code of a listed link (G16); undefined where the service sends neither code nor link. */
const codeOf = ({ code, link }: JsonObject): string | undefined =>
	filledText(code) ?? filledText(linkCode(textOf(link)));

async function close(caller: Caller, link: JsonObject, operator: Operator): Promise<LinkOutcome> {
	const code = codeOf(link);
	if (code === undefined)
		return {
			link,
			failure: new LibraryError('protocol', 'The service did not send the code of this link', {
				operation: closeLink.id,
				retryable: false,
				hint: 'Close it by the path of its file, with Link: Close.',
			}),
		};
	try {
		await call(caller, closeLink, { code, ...operator });
		return { link };
	} catch (failure) {
		if (!isLibraryError(failure) || failure.kind === 'aborted') throw failure;
		return { link, failure };
	}
}

/** The codes of all open links. Throws what `allEntries` throws. */
async function openCodes(caller: Caller): Promise<ReadonlySet<string | undefined>> {
	return new Set((await allEntries(caller, listLinks)).map((link) => codeOf(fieldsIn(link))));
}

/**
 * Closes links, each whatever becomes of the others, and answers the outcomes in their order. A link that the service
 * refuses to close, or of which the answer was lost, is looked for once more: when it is no longer open, it is closed,
 * whoever did it. Throws only kind `aborted`.
 */
export async function closeLinks(
	caller: Caller,
	links: readonly JsonObject[],
	{ width, operator }: CloseOptions,
): Promise<LinkOutcome[]> {
	const outcomes = await inParallel(links, width, async (link) => await close(caller, link, operator));
	if (outcomes.every(({ failure }) => failure === undefined)) return outcomes;
	const open = await unlessFailed(openCodes(caller), () => undefined);
	return outcomes.map((outcome) =>
		open === undefined || open.has(codeOf(outcome.link)) ? outcome : { link: outcome.link },
	);
}
