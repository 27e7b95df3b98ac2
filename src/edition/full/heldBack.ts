import type { AnswerHandler, Controller } from '../ports/transport';
import { connectionOf, type PooledConnection } from './pooledConnection';

/** The same handler, for an answer whose pieces lie in a connection's own memory. */
export function heldBack(handler: AnswerHandler): AnswerHandler {
	let controller: Controller | undefined;
	const of = (own: Controller): Controller => (controller ??= holding(own));
	return {
		onRequestStart: (own) => handler.onRequestStart(of(own)),
		onResponseStart: (own, status, headers) => handler.onResponseStart(of(own), status, headers),
		onResponseData: (own, piece) => handler.onResponseData(of(own), piece),
		onResponseEnd: () => handler.onResponseEnd(),
		onResponseError: (own, error) => handler.onResponseError(of(own), error),
	};
}

/** A piece in a connection's own buffer holds the connection back: what follows it there must not wait there. */
function holding(own: Controller): Controller {
	let held: PooledConnection | undefined;
	return {
		abort: (reason) => own.abort(reason),
		pause: (piece) => {
			held = piece && connectionOf(piece);
			if (held) held.hold();
			else own.pause();
		},
		resume: () => {
			if (held) held.release();
			else own.resume();
		},
	};
}
