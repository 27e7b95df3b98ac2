import type { MemoryBudget } from '../async/memoryBudget';
import type { Http } from './types';

/** The same transport with a limit: a request takes one of the slots until it is answered, in order of arrival. */
export const limitedHttp = (http: Http, slots: MemoryBudget): Http => ({
	request: async (request) => await slots.reserve(1, async () => await http.request(request)),
	close: async () => await http.close(),
});
