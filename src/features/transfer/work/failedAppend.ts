import { unlessFailed } from '../../../client/service/call';
import { linesOf } from '../../../protocol/text/lines';
import { isLibraryError, type LibraryError, quoted, reworded } from '../../../protocol/wire/libraryError';
import { pause } from '../../../client/async/clock';
import { contentOf, currentVersion } from './continuedFile';
import { type Append, coveredBy, missingIn, owe } from './owedLines';

/* What is in the file after an append has failed, so that whoever repeats it knows whether the text comes twice. */

/** Says that nothing was appended. */
export const NOT_STORED = 'Your text is not in the file';
/** Lines that a message shows. */
const SHOWN = 5;

/**
 * The failure of an append, with what it has left in the file: whether the text is there, and which lines of others it
 * has covered are missing. One where nothing was sent stays as it is. Throws kind `aborted`.
 */
export async function withOutcome(append: Append, failure: unknown): Promise<unknown> {
	if (!isLibraryError(failure) || failure.kind === 'aborted') return failure;
	if (append.sent === undefined && !append.item) return failure;
	if (!append.item && isRefusal(failure)) return withSentence(failure, NOT_STORED, AGAIN);
	const missing = await unlessFailed(missingNow(append), () => undefined);
	if (!missing) return withSentence(failure, 'Whether your text is in the file is not known', CHECK);
	const own = new Set(linesOf(append.text));
	const others = missing.filter((line) => !own.has(line));
	const theirs = others.length > 0 ? `. Lines of others are missing there: ${shown(others)}` : '';
	if (others.length < missing.length) return withSentence(failure, NOT_STORED + theirs, theirs ? RESTORE : AGAIN);
	return withSentence(failure, `Your text is in the file${theirs}`, theirs ? RESTORE : DONE);
}

const AGAIN = 'Run the node again for this item.';
const CHECK = 'Check the last lines of the file before you run the node again.';
const DONE = 'Do not run the node again for this item: the text would be there twice.';
const RESTORE = 'Put them back from the versions of the file, which History: Get Many lists.';

/** Whether the service has refused a request, so that it has stored nothing. */
const isRefusal = ({ status, kind }: LibraryError): boolean =>
	status !== undefined && status < 500 && kind !== 'protocol';

const withSentence = (failure: LibraryError, sentence: string, hint: string): LibraryError =>
	reworded(failure, `${failure.message}. ${sentence}`, { hint, retryable: false });

const shown = (lines: readonly string[]): string => {
	const more = lines.length > SHOWN ? ` and ${lines.length - SHOWN} more` : '';
	return lines.slice(0, SHOWN).map(quoted).join(', ') + more;
};

/** How often the file is looked at, at most, and how many looks in a row must find the same version. */
const [LOOKS, AT_REST] = [30, 4];
/** Pause between two looks, in ms: whoever has covered lines puts them back meanwhile. */
const BETWEEN_LOOKS = 1_000;

/**
 * What is missing in the file. What was stored and is not there now was covered by somebody who puts it back: so the
 * file is looked at until it has everything, or rests. Throws what reading throws.
 */
async function missingNow(append: Append): Promise<string[]> {
	const { caller, target } = append;
	const covered = await coveredBy(append);
	if (covered.length > 0) await owe(append, covered);
	let [missing, last, same]: [string[], string | undefined, number] = [[], undefined, 0];
	for (let look = 0; look < LOOKS && same < AT_REST; look++) {
		if (look > 0) await pause(caller.clock, BETWEEN_LOOKS, caller.signal);
		const now = await currentVersion(caller, target);
		same = look > 0 && now === last ? same + 1 : 1;
		if (same === 1)
			missing = missingIn(append, now === undefined ? undefined : await contentOf(caller, target, now));
		if (missing.length === 0) return missing;
		last = now;
	}
	return missing;
}
