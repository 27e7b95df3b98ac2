import type { FeedPort } from '#changes/work';
import type { Answer, FeedWorld } from './feedWorld';

/** The feed of a world in memory as a port; `requests` contains the names of the methods that were called. */
export function worldPort(world: FeedWorld): FeedPort & { readonly requests: string[] } {
	const requests: string[] = [];
	const page = ({ shown, until, clock }: Answer) => ({
		entries: shown.map(({ entry }) => ({ ...entry })),
		until,
		clock,
	});
	return {
		requests,
		pageSize: world.options.pageSize,
		later: async (cursor, kind) => {
			requests.push('later');
			return page(world.later(cursor, kind));
		},
		newest: async (before, kind) => {
			requests.push('newest');
			return page(world.newest(before, kind));
		},
		count: async (begin, end) => {
			requests.push('count');
			return world.count(begin, end);
		},
	};
}
