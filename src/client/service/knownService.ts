import type { ServiceRequest } from '../../protocol/operation/define';
import { CLOCK_TOLERANCE } from '../../protocol/wire/decode';
import { hasTrait, mayHaveTrait } from '../../protocol/wire/errorCodes';
import type { LibraryError } from '../../protocol/wire/libraryError';
import { oncePer } from '../../protocol/wire/oncePer';
import { backoff, type Clock, longestBackoff, pause, steadyMs } from '../async/clock';

/*
 * What requests to a service have taught about it: how far its clock is ahead of ours, and that it wants fewer of them
 * (answer 429), whoever sends them. It belongs to our clock, so that whoever uses that clock shares it, whatever
 * transport its requests take.
 */

/** Longest Retry-After in seconds that is waited for; a longer one is reported. */
export const MAX_RETRY_AFTER = 60;

interface KnownService {
	/** Seconds. */
	skew: number;
	readonly pauses: Pauses;
}
/** By origin. */
const servicesOf = oncePer((_clock: Clock) => new Map<string, KnownService>());

function knownOf(clock: Clock, { origin }: URL): KnownService {
	const services = servicesOf(clock);
	const service = services.get(origin) ?? { skew: 0, pauses: makePauses(clock) };
	services.set(origin, service);
	return service;
}

/** The time of a service in Unix seconds, as far as it is known: ours, corrected by what `learnSkew` has learned. */
export const serviceSeconds = (clock: Clock, service: URL): number =>
	Math.floor(clock.now() / 1000) + knownOf(clock, service).skew;

/**
 * Learns the clock of a service from a refusal. Returns true when the request was made with a time that is more than a
 * minute off, judging by the Date of the answer: then the same request, made with `serviceSeconds`, may succeed. Only a
 * refused signature says so; where a person signs in, so does every refusal that a wrong clock may cause, because the
 * codes of a late ticket and of a late token request are not documented (B01, B06).
 */
export function learnSkew(clock: Clock, url: URL, error: LibraryError, { signsIn }: ServiceRequest): boolean {
	const theirs = error.clockSkew;
	if (theirs === undefined || !(signsIn ? mayHaveTrait(error, 'clock') : hasTrait(error, 'signature'))) return false;
	const service = knownOf(clock, url);
	if (Math.abs(theirs - service.skew) <= CLOCK_TOLERANCE) return false;
	// Clocks that agree again need no correction.
	service.skew = Math.abs(theirs) <= CLOCK_TOLERANCE ? 0 : theirs;
	return true;
}

/** The pauses that all calls to the service at this address make together. */
export const pausesOf = (clock: Clock, service: URL): Pauses => knownOf(clock, service).pauses;

type Pauses = ReturnType<typeof makePauses>;

function makePauses(clock: Clock) {
	let [until, inARow, paused] = [0, 0, 0];
	return {
		isNow: (): boolean => steadyMs(clock) < until,
		/** Waits for the end of the pause, or for `over`, after which nobody waits. Throws LibraryError aborted. */
		wait: async (signal?: AbortSignal, over?: AbortSignal): Promise<void> => {
			let awaited = 0;
			for (let now = steadyMs(clock); now < until && awaited < until && !over?.aborted; now = steadyMs(clock)) {
				awaited = until;
				await pause(clock, until - now, signal, over);
			}
		},
		/** How many pauses there were: `refused` is told what this was when the request was sent. */
		sent: (): number => paused,
		/**
		 * A request was refused, the `refusals`th time: all pause, for `askedMs`, and longer with each refusal in a
		 * row. What was sent before the last pause began says nothing new.
		 */
		refused: (sent: number, refusals: number, askedMs: number): void => {
			if (sent !== paused) return;
			paused++;
			inARow = Math.max(inARow + 1, refusals);
			// At least half of the longest one: nobody is helped by a pause of no time.
			until = steadyMs(clock) + Math.max(askedMs, (longestBackoff(inARow) + backoff(clock, inARow)) / 2);
		},
		/** A request was not refused: the next pause is a short one. */
		accepted: (): void => {
			inARow = 0;
		},
	};
}
