import type { INodeExecutionData } from 'n8n-workflow';
import type { Activation } from './engine';
import { by } from './library';
import type { Triggers } from './triggers';

/* File Library Trigger with arrivals and departures. */

export const EVENTS = ['fileArrived', 'fileLeft'];

/** What happens, each 5 s or `+` so many ms later, e.g. `move In/a Out/a, +10 del In/b`; and what a poll tells then. */
export type Chapter = readonly [happens: string, ...told: string[]];

const HAPPENS = /^(?:\+(\d+) )?(\w+) (\S+)(?: (\S+))?$/;

/** Items in words, e.g. `arrived moved In/a.txt`. */
export const inWords = (items: INodeExecutionData[] | null): string[] =>
	(items ?? []).map(({ json }) => `${String(json.event)} ${String(json.how)} ${String(json.fullpath)}`);

/** A small library, triggers of its folders, and what they tell. */
export const arrivalsOf = (t: Triggers) => {
	const happen = async (text: string): Promise<void> => {
		for (const one of text === '' ? [] : text.split(/, ?/)) {
			const [, after = '5000', kind = 'nothing', path = '', to = ''] = HAPPENS.exec(one) ?? [];
			const ms = Number(after);
			if (kind === 'folder') await t.folder(path, ms);
			else if (kind === 'file') await t.file(path, path, { ms });
			else if (kind === 'edit') await t.file(path, `edited at ${t.clock.now()}`, { ms });
			else if (kind === 'move') await t.do('move', { fullpath: path, dest_fullpath: to }, ms);
			else await t.do(kind, kind === 'recover' ? { fullpaths: path } : { fullpath: path }, ms);
		}
	};
	/** What a poll tells, sorted. */
	const told = async (trigger: Activation): Promise<string[]> => inWords(await trigger.poll()).sort();
	return {
		happen,
		told,
		/** What so many polls tell, one after another. */
		polls: async (trigger: Activation, count: number): Promise<string[]> => {
			const all: string[] = [];
			for (let n = 0; n < count; n++) all.push(...(await told(trigger)));
			return all;
		},
		/** Folders with four files, and what else is said, all of it older than what follows. */
		library: async (more = ''): Promise<void> => {
			for (const folder of ['In', 'Out', 'Out/Sub', 'Up', 'Up/Watched']) await t.folder(folder);
			for (const file of ['In/old.txt', 'Out/a.txt', 'Out/Sub/b.txt', 'Out/Sub/c.txt']) await t.file(file);
			await happen(more);
			t.clock.advance(5000);
		},
		/** A trigger of a folder. */
		inFolder: (path: string, more: Record<string, unknown> = {}): Activation =>
			t.activate({ events: EVENTS, scope: 'folder', folder: by('path', path), ...more }),
		/** Plays what happens, and expects what each poll tells. */
		story: async (trigger: Activation, chapters: readonly Chapter[]): Promise<void> => {
			for (const [text, ...expected] of chapters) {
				await happen(text);
				expect([text, await told(trigger)]).toEqual([text, expected]);
			}
		},
	};
};
