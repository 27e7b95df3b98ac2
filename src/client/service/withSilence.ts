import type { Caller } from './call';

/**
 * The same caller with a limit of its own for the silence of servers, in ms; undefined leaves the limit to each
 * request. Its account stays the newest one of `caller`.
 */
export const withSilence = (caller: Caller, silenceMs: number | undefined): Caller =>
	silenceMs === undefined
		? caller
		: {
				...caller,
				get account() {
					return caller.account;
				},
				silenceMs,
			};
