import type { Activation } from './engine';
import { by } from './library';
import type { Triggers } from './triggers';

/* File Library Trigger with arrivals and departures. */

export const EVENTS = ['fileArrived', 'fileLeft'];

/** A small library, triggers of its folders, and what they tell. */
export const arrivalsOf = (t: Triggers) => ({
	/** The folders In, Out, Out/Sub and Up/Watched with four files, all older than what follows. */
	library: async (): Promise<void> => {
		for (const folder of ['In', 'Out', 'Out/Sub', 'Up', 'Up/Watched']) await t.folder(folder);
		for (const file of ['In/old.txt', 'Out/a.txt', 'Out/Sub/b.txt', 'Out/Sub/c.txt']) await t.file(file);
		t.clock.advance(5000);
	},
	inFolder: (path: string, more: Record<string, unknown> = {}): Activation =>
		t.activate({ events: EVENTS, scope: 'folder', folder: by('path', path), ...more }),
	/** The items of a poll in words, sorted, e.g. `arrived moved In/a.txt`. */
	told: async (trigger: Activation): Promise<string[]> =>
		((await trigger.poll()) ?? [])
			.map(({ json }) => `${String(json.event)} ${String(json.how)} ${String(json.fullpath)}`)
			.sort(),
});
