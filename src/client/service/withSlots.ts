import type { Slots } from '../async/slots';
import type { Caller } from './call';
import { variantOf } from './variantOf';

/** The same caller, which shares the number of requests under way with all others that have the same slots. */
export const withSlots = (caller: Caller, slots: Slots): Caller =>
	variantOf(caller, {
		http: {
			request: async (request) => await slots.run(async () => await caller.http.request(request)),
			close: async () => await caller.http.close(),
		},
	});
