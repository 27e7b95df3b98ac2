import type { ServiceRequest } from '../../protocol/operation/define';
import { CLOCK_TOLERANCE } from '../../protocol/wire/decode';
import { hasTrait, mayHaveTrait } from '../../protocol/wire/errorCodes';
import type { LibraryError } from '../../protocol/wire/libraryError';
import type { Clock } from '../async/clock';

/**
 * How far the clock of each service is ahead of ours, in seconds by origin. It belongs to our clock, so that whoever
 * uses that clock shares what was learned, whatever transport its requests take.
 */
const skews = new WeakMap<Clock, Map<string, number>>();

const skewOf = (clock: Clock, { origin }: URL): number => skews.get(clock)?.get(origin) ?? 0;

/** The time of a service in Unix seconds, as far as it is known: ours, corrected by what `learnSkew` has learned. */
export const serviceSeconds = (clock: Clock, service: URL): number =>
	Math.floor(clock.now() / 1000) + skewOf(clock, service);

/**
 * Learns the clock of a service from a refusal. Returns true when the request was made with a time that is more than a
 * minute off, judging by the Date of the answer: then the same request, made with `serviceSeconds`, may succeed. Only a
 * refused signature says so; where a person signs in, so does every refusal that a wrong clock may cause, because the
 * codes of a late ticket and of a late token request are not documented (B01, B06).
 */
export function learnSkew(
	clock: Clock,
	service: URL,
	error: LibraryError,
	{ signsIn }: Pick<ServiceRequest, 'signsIn'> = {},
): boolean {
	const theirs = error.clockSkew;
	if (theirs === undefined || !(signsIn ? mayHaveTrait(error, 'clock') : hasTrait(error, 'signature'))) return false;
	if (Math.abs(theirs - skewOf(clock, service)) <= CLOCK_TOLERANCE) return false;
	const known = skews.get(clock) ?? new Map<string, number>();
	// Clocks that agree again need no correction.
	known.set(service.origin, Math.abs(theirs) <= CLOCK_TOLERANCE ? 0 : theirs);
	skews.set(clock, known);
	return true;
}
