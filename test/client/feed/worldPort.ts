import type { FeedPort } from '../../../src/client/feed/port';
import type { Answer, FeedWorld } from './feedModel';

/** The feed of a world in memory as a port; `asked` holds the names of the requests. */
export function worldPort(world: FeedWorld): FeedPort & { readonly asked: string[] } {
	const asked: string[] = [];
	const page = ({ shown, until }: Answer) => ({ entries: shown.map(({ entry }) => ({ ...entry })), until });
	return {
		asked,
		pageSize: world.options.pageSize,
		later: async (cursor, kind) => {
			asked.push('later');
			return page(world.later(cursor, kind));
		},
		newest: async (before) => {
			asked.push('newest');
			return page(world.newest(before));
		},
		count: async (begin, end) => {
			asked.push('count');
			return world.count(begin, end);
		},
	};
}
