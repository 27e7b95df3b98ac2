import type { IDataObject } from 'n8n-workflow';
import { errorOf, paths, pollUntilEmpty, summaries, Triggers, useTriggers } from '../support/triggers';

/* What happened to an entry, by the feed or by its history; what an item contains; and runs for single items. */

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
		const triggers = new Map(choices.map((choice) => [choice, t.activate({ events: [choice] })]));
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
		for (const [choice, expected] of Object.entries(CHOICES)) {
			const items = (await triggers.get(choice)?.poll()) ?? null;
			expect([choice, summaries(items).sort()]).toEqual([choice, expected]);
		}
		const any = paths((await triggers.get('any')?.poll()) ?? null);
		expect(any.join(' ')).toBe('new.txt m.txt d.txt New To/v.txt Renamed Gone r.txt t.txt');
	});
});

describe('histories show what happened', () => {
	/** The items of one poll after `change`, with these events chosen. */
	async function itemsAfter(events: string[], change: () => Promise<void>): Promise<string[]> {
		const trigger = await t.started({ events });
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
	test('a history that the service refuses: changed, nothing guessed and nothing lost', async () => {
		const action = { status: 403, body: { error_code: 40310, error_msg: 'no permission' } };
		const found = await itemsAfter(every, async () => {
			await edit();
			t.client.emulator.faults.add({ match: '/file/history', action });
		});
		expect(found).toEqual(['changed file a.txt']);
	});
	test('a service too busy for a history: the poll fails, and the change arrives at the next one', async () => {
		const trigger = await t.started({ events: every });
		t.clock.advance(60_000);
		await edit();
		const action = { status: 429, headers: { 'Retry-After': '3600' } };
		t.client.emulator.faults.add({ match: '/file/history', action });
		expect((await errorOf(trigger.poll())).failure).toEqual({ cause: 'rate-limited', retryAfterMs: 3_600_000 });
		expect(summaries(await trigger.poll())).toEqual(['modified file a.txt']);
	});
	test('a history that fails: others are told at once, and this change as "changed" after three polls', async () => {
		const trigger = await t.started({ events: [...every, 'fileCreated'] });
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
		const asked = t.client.emulator.requests.slice(before).map(({ path }) => path);
		expect(asked.filter((path) => path.endsWith('/history'))).toEqual([]);
	});
});

test('the item: the fields of the entry, its event and its type, nothing else', async () => {
	const trigger = await t.started();
	await t.file('a.txt', 'hello', { ms: 2000 });
	const [item] = (await trigger.poll()) ?? [];
	expect(item?.json).toMatchObject({
		event: 'created',
		type: 'file',
		fullpath: 'a.txt',
		filename: 'a.txt',
		filesize: 5,
		filehash: 'aaf4c61ddcc5e8a2dabede0f3b482cd9aea9434d',
		modified_by: 'ann',
		modified: new Date(Math.floor(t.clock.now() / 1000) * 1000).toISOString(),
	});
	expect(JSON.stringify(item)).not.toMatch(/https?:|sign|token|secret/i);
});

describe('One Run per Item', () => {
	test('starts a run for each change; a crash loses no run that was not started', async () => {
		const trigger = await t.started({ options: { runPerItem: true } });
		for (const name of ['a', 'b', 'c', 'd']) await t.file(`${name}.txt`);
		const runs: unknown[] = [];
		const states: IDataObject[] = [];
		const last = await trigger.poll({
			emit: (data) => {
				runs.push(...paths(data[0] ?? null));
				states.push(trigger.staticData());
			},
		});
		expect([...runs, ...paths(last)]).toEqual(['a.txt', 'b.txt', 'c.txt', 'd.txt']);
		expect(await trigger.poll({ emit: () => undefined })).toBeNull();
		// n8n saves the static data with every run: killed after the second one, it continues with the third.
		const again: unknown[] = [];
		const rest = await t
			.activate({ options: { runPerItem: true } }, { staticData: states[1] ?? {} })
			.poll({ emit: (data) => void again.push(...paths(data[0] ?? null)) });
		expect([...again, ...paths(rest)]).toEqual(['c.txt', 'd.txt']);
	});
	test('an n8n that cannot start runs during a poll starts one with each poll, in order, none twice', async () => {
		const trigger = await t.started({ options: { runPerItem: true } });
		for (const name of ['a', 'b', 'c', 'd']) await t.file(`${name}.txt`);
		// The engine's poll context refuses __emit unless the test passes one.
		const { items, polls } = await pollUntilEmpty(trigger);
		expect([paths(items), polls]).toEqual([['a.txt', 'b.txt', 'c.txt', 'd.txt'], 5]);
		await t.file('e.txt');
		expect(paths(await trigger.poll())).toEqual(['e.txt']);
	});
});

test('links that the service adds to entries are never in an item', async () => {
	const link = 'https://files.example.com/thumb?key=LINK-KEY&sign=LINK-SIGN';
	const links = Object.fromEntries(['thumbnail', 'preview', 'uri', 'url'].map((name) => [name, link]));
	const times = { create_dateline: 1, last_dateline: 1 };
	const entry = { hash: 'h1', fullpath: 'a.png', filename: 'a.png', dir: 0, cmd: 1, filesize: 3, filehash: 'f' };
	const list = [{ ...entry, ...times, ...links, uris: [link], urls: [link] }];
	const body = { fetch_dateline: 4_000_000_000_000, list };
	t.client.emulator.faults.add({ match: '/file/updates', action: { status: 200, body } });
	const items = await t.activate({ startFrom: 'beginning' }).poll();
	expect(items?.map(({ json }) => json)).toMatchObject([{ hash: 'h1', fullpath: 'a.png', filesize: 3 }]);
	expect(JSON.stringify(items)).not.toContain('LINK-');
});

test('a page of changes becomes items before the last page is asked for: no backlog is held as a whole', async () => {
	const names = Array.from({ length: 120 }, (_, n) => `f${n}`);
	for (const name of names) await t.folder(name);
	const trigger = await t.started({ events: ['restored'] });
	t.clock.advance(60_000);
	for (const name of names) await t.do('del', { fullpath: name });
	t.clock.advance(5000);
	for (const name of names) await t.do('recover', { fullpaths: name });
	const before = t.client.emulator.requests.length;
	expect(paths(await trigger.poll())).toEqual(names);
	const asked = t.client.emulator.requests.slice(before).map(({ path }) => path);
	// The event of a restored folder is in its history.
	expect(asked.filter((path) => path.endsWith('/history'))).toHaveLength(120);
	const firstHistory = asked.findIndex((path) => path.endsWith('/history'));
	expect(firstHistory).toBeLessThan(asked.findLastIndex((path) => path.endsWith('/updates')));
});
