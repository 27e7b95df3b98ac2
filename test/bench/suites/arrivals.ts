import { byPath } from '../engine';
import type { Address, Contestants, Task } from '../types';
import { type ArrivalWorld, BURST, fileAt, WATCHED } from '../worlds';
import { trigger } from './trigger';

/** A poll that finds all files that have arrived in a watched folder. */
async function ours({ files, arriving }: ArrivalWorld, server: Address): Promise<Task> {
	const activate = await trigger(server, { events: ['fileArrived'], scope: 'folder', folder: byPath(WATCHED) });
	const active = activate({});
	const early = await active.poll();
	if (early) throw new Error(`${early.length} files arrived before they came`);
	await fetch(`${server.url}${BURST}`);
	return {
		run: async () => {
			const items = (await active.poll()) ?? [];
			const wrong = items.findIndex(({ json }, at) => json.fullpath !== fileAt(files + at, 0).fullpath);
			if (items.length !== arriving || wrong >= 0)
				throw new Error(`${items.length} files; file ${wrong} is wrong`);
			return undefined;
		},
	};
}

/** The File Library Trigger with a watched folder. */
export const contestants: Contestants<ArrivalWorld> = { node: ours };
