import type { Caller } from './call';
import { variantOf } from './variantOf';

/**
 * The same caller with a limit of its own for the silence of servers, in ms; undefined leaves the limit to each
 * request.
 */
export const withSilence = (caller: Caller, silenceMs: number | undefined): Caller =>
	silenceMs === undefined ? caller : variantOf(caller, { silenceMs });
