import { CLOCK_TOLERANCE } from '../../protocol/wire/decode';
import { isSignatureRefused } from '../../protocol/wire/errorCodes';
import type { LibraryError } from '../../protocol/wire/libraryError';
import type { Http } from '../http/types';

/**
 * How far the clock of each service is ahead of ours, in seconds by origin: shared by callers that share connections.
 */
const skews = new WeakMap<Http, Map<string, number>>();

/** The seconds to add to our clock for a service; negative when its clock is behind ours, 0 when nothing is known. */
export const skewOf = (http: Http, { origin }: URL): number => skews.get(http)?.get(origin) ?? 0;

/**
 * Learns the clock of a service from a refused signature. Answers true when the signature was made with a time that is
 * more than a minute off, judging by the Date of the answer: then signing again with `skewOf` may succeed.
 */
export function learnSkew(http: Http, service: URL, error: LibraryError): boolean {
	const theirs = error.clockSkew;
	if (theirs === undefined || !isSignatureRefused(error)) return false;
	if (Math.abs(theirs - skewOf(http, service)) <= CLOCK_TOLERANCE) return false;
	const known = skews.get(http) ?? new Map<string, number>();
	// Clocks that agree again need no correction.
	known.set(service.origin, Math.abs(theirs) <= CLOCK_TOLERANCE ? 0 : theirs);
	skews.set(http, known);
	return true;
}
