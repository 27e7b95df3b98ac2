import type { Controller } from '../../edition/ports/transport';
import { LibraryError } from '../../protocol/wire/libraryError';
import type { Clock } from '../async/clock';
import { onAbort, reasonOf } from '../async/onAbort';
import { TransferGuard } from './slowTransfer';

/** What ends a request early. */
export interface Limits {
	readonly signal: AbortSignal | null;
	readonly clock: Clock;
	/** How far the request may fall behind the least rate until its answer begins, in ms. */
	readonly slackMs: number;
	/** Longest silence inside the answer, in ms. */
	readonly silenceMs: number;
	/** Begins the messages. */
	readonly where: string;
}

/** Ends a request by its signal, and by a server that is too slow or sends too many pieces. */
export function endingEarly({ signal, clock, where, slackMs }: Limits) {
	let controller: Controller | undefined;
	let reason = signal?.aborted ? reasonOf(signal) : undefined;
	const stop = (error: Error): void => {
		reason ??= error;
		controller?.abort(reason);
	};
	const over = signal ? onAbort(signal, () => stop(reasonOf(signal))) : undefined;
	const count = countPieces(where, stop);
	let guard = new TransferGuard({ clock, where, slackMs, onTooSlow: stop });
	return {
		begin: (own: Controller): void => {
			controller = own;
			if (reason) own.abort(reason);
		},
		/** The answer has begun, and may take so long; without limits its reader sees to that. */
		answered: (body?: { readonly slackMs: number; readonly totalMs: number }): void => {
			guard.end();
			if (body) guard = new TransferGuard({ clock, where, ...body, onTooSlow: stop });
		},
		/** A piece of the answer came, or a provisional head, which has no bytes. */
		arrived: (bytes: number): void => {
			guard.progressed(bytes);
			count(bytes);
		},
		end: (): void => {
			over?.();
			guard.end();
		},
		/** Why the request failed, by the error that the transport reports. */
		failure: (error: Error): Error => reason ?? error,
	};
}

/** After so many pieces of an answer, their average size in bytes must not be less than the least one. */
const MANY_PIECES = 100_000;
const LEAST_PIECE = 16;

/**
 * Counts the pieces of one answer, by their bytes. A server can send each byte in a chunk of its own, and provisional
 * heads without end, which count as empty pieces: each keeps the event loop busy for some microseconds. `onTooMany` is
 * called once, with LibraryError protocol.
 */
function countPieces(where: string, onTooMany: (error: LibraryError) => void): (bytes: number) => void {
	let [pieces, total] = [0, 0];
	return (bytes) => {
		total += bytes;
		if (++pieces <= MANY_PIECES || total >= pieces * LEAST_PIECE) return;
		pieces = -Infinity;
		onTooMany(
			new LibraryError('protocol', `${where}: the answer comes in more than ${MANY_PIECES} very small pieces`, {
				hint: 'Report this to the operator of the service, or of the proxies between this machine and it',
			}),
		);
	};
}
