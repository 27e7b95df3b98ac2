import type { Activation } from '../support/engine';
import { errorOf, paths, summaries, Triggers, useTriggers } from '../support/triggers';

/* What happened to an entry: what the feed alone shows, and what takes the entry's history. */

const t = useTriggers(new Triggers());
// What is asked again is asked at once.
beforeEach(() => void jest.spyOn(Math, 'random').mockReturnValue(0));
afterEach(() => void jest.restoreAllMocks());

describe('events: each change under the choices that include it', () => {
	const CHOICES: Record<string, string[]> = {
		fileCreated: ['created file new.txt'],
		fileModified: ['modified file m.txt'],
		fileDeleted: ['deleted file d.txt'],
		folderCreated: ['created folder New'],
		folderChanged: ['moved folder Renamed'],
		folderDeleted: ['deleted folder Gone'],
		moved: ['moved file To/v.txt', 'moved folder Renamed'],
		restored: ['restored file r.txt'],
	};
	test('one workflow for each choice, and one for all', async () => {
		for (const path of ['m.txt', 'd.txt', 'v.txt', 'r.txt', 't.txt']) await t.file(path);
		for (const path of ['Old', 'Gone', 'To']) await t.folder(path);
		await t.do('del', { fullpath: 'r.txt' });
		const choices = [...Object.keys(CHOICES), 'any'];
		const triggers = new Map<string, Activation>(
			choices.map((choice) => [choice, t.activate({ events: [choice] })]),
		);
		for (const trigger of triggers.values()) await trigger.poll();
		t.clock.advance(60_000);
		await t.file('new.txt', 'n', { ms: 3000 });
		await t.file('m.txt', 'other', { ms: 3000 });
		await t.do('del', { fullpath: 'd.txt' }, 3000);
		await t.folder('New', 3000);
		await t.do('move', { fullpath: 'v.txt', dest_fullpath: 'To/v.txt' }, 3000);
		await t.do('move', { fullpath: 'Old', dest_fullpath: 'Renamed' }, 3000);
		await t.do('del', { fullpath: 'Gone' }, 3000);
		await t.do('recover', { fullpaths: 'r.txt' }, 3000);
		await t.do('add_tag', { fullpath: 't.txt', tag: 'x' }, 3000);
		const found = Object.fromEntries(
			await Promise.all(
				Object.keys(CHOICES).map(async (choice) => [
					choice,
					summaries((await triggers.get(choice)?.poll()) ?? null).sort(),
				]),
			),
		);
		expect(found).toEqual(CHOICES);
		expect(paths((await triggers.get('any')?.poll()) ?? null)).toEqual([
			'new.txt',
			'm.txt',
			'd.txt',
			'New',
			'To/v.txt',
			'Renamed',
			'Gone',
			'r.txt',
			't.txt',
		]);
	});
});

describe('histories show what happened', () => {
	/** The items of one poll after `change`, with these events chosen. */
	async function itemsAfter(events: string[], change: () => Promise<void>): Promise<string[]> {
		const trigger = t.activate({ events });
		await trigger.poll();
		t.clock.advance(60_000);
		await change();
		const found = summaries(await trigger.poll());
		expect(await trigger.poll()).toBeNull();
		return found;
	}
	const every = ['fileModified', 'moved', 'restored'];
	beforeEach(async () => {
		await t.file('a.txt');
		await t.folder('To');
	});
	const edit = async (path = 'a.txt', ms = 3000) => await t.file(path, 'other content', { ms });

	test('a tag on a folder is a change of the folder', async () => {
		expect(
			await itemsAfter(['folderChanged'], async () => await t.do('add_tag', { fullpath: 'To', tag: 'x' }, 3000)),
		).toEqual(['changed folder To']);
	});
	test('a history that the service refuses: changed, nothing guessed and nothing lost', async () => {
		const refused = {
			match: '/file/history',
			action: { status: 403, body: { error_code: 40310, error_msg: 'no permission' } },
		};
		expect(
			await itemsAfter(every, async () => {
				await edit();
				t.client.emulator.faults.add(refused);
			}),
		).toEqual(['changed file a.txt']);
	});
	test('a service too busy for a history: the poll fails, and the change arrives at the next one', async () => {
		const trigger = t.activate({ events: every });
		await trigger.poll();
		t.clock.advance(60_000);
		await edit();
		t.client.emulator.faults.add({
			match: '/file/history',
			action: { status: 429, headers: { 'Retry-After': '3600' } },
		});
		expect((await errorOf(trigger.poll())).failure).toEqual({ cause: 'rate-limited', retryAfterMs: 3_600_000 });
		expect(summaries(await trigger.poll())).toEqual(['modified file a.txt']);
	});
	test('a history that fails: others are told at once, and this change as "changed" after three polls', async () => {
		const trigger = t.activate({ events: [...every, 'fileCreated'] });
		await trigger.poll();
		t.clock.advance(60_000);
		t.client.emulator.faults.add({ match: '/file/history', action: { status: 500 }, times: 9 });
		await edit();
		expect(await trigger.poll()).toBeNull();
		t.clock.advance(60_000);
		await t.file('b.txt', 'b', { ms: 3000 });
		expect(summaries(await trigger.poll())).toEqual(['created file b.txt']);
		expect(summaries(await trigger.poll())).toEqual(['changed file a.txt']);
		expect(await trigger.poll()).toBeNull();
	});
	test('events that the feed alone shows need no history', async () => {
		const before = t.client.emulator.requests.length;
		await itemsAfter(['fileCreated', 'fileDeleted', 'folderCreated'], async () => {
			await edit('b.txt');
			await t.do('del', { fullpath: 'a.txt' });
		});
		expect(
			t.client.emulator.requests
				.slice(before)
				.map(({ path }) => path)
				.filter((path) => path.endsWith('/history')),
		).toEqual([]);
	});
});
