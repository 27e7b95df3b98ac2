import type { IDataObject } from 'n8n-workflow';
import type { Engine } from '../support/engine';
import { drained, errorOf, paths, told, Triggers } from '../support/triggers';

/* What an item of the trigger says, what histories add to it, and runs for single items. */

let engine: Engine;
let t: Triggers;
beforeAll(async () => {
	engine = await Triggers.engine();
});
beforeEach(async () => {
	t = await Triggers.start(engine);
});
afterEach(async () => await t.close());

test('the item: fields of the entry, what happened and what it is, nothing that nobody asked for', async () => {
	const trigger = t.activate();
	await trigger.poll();
	await t.file('a.txt', 'hello', { ms: 2000 });
	const [item] = (await trigger.poll()) ?? [];
	expect(item?.json).toMatchObject({
		event: 'created',
		type: 'file',
		fullpath: 'a.txt',
		filename: 'a.txt',
		filesize: 5,
		filehash: 'aaf4c61ddcc5e8a2dabede0f3b482cd9aea9434d',
		dir: 0,
		cmd: 1,
		create_member_name: 'ann',
		last_member_name: 'ann',
		last_dateline: Math.floor(t.clock.now() / 1000),
	});
	expect(JSON.stringify(item)).not.toMatch(/https?:|sign|token|secret/i);
});

describe('One Run per Item', () => {
	test('starts a run for each change; what was not started is not lost by a crash', async () => {
		const trigger = t.activate({ options: { runPerItem: true } });
		await trigger.poll();
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
		// n8n saves the static data with every run: killed after the second one, it goes on with the third.
		const again: unknown[] = [];
		const rest = await t.activate({ options: { runPerItem: true } }, { staticData: states[1] ?? {} }).poll({
			emit: (data) => {
				again.push(...paths(data[0] ?? null));
			},
		});
		expect([...again, ...paths(rest)]).toEqual(['c.txt', 'd.txt']);
	});
	test('an n8n that starts no runs in a poll gets one with each poll, in order, none twice', async () => {
		const trigger = t.activate({ options: { runPerItem: true } });
		await trigger.poll();
		for (const name of ['a', 'b', 'c', 'd']) await t.file(`${name}.txt`);
		// The engine's poll context refuses __emit where nobody gives one.
		const { items, polls } = await drained(trigger);
		expect([paths(items), polls]).toEqual([['a.txt', 'b.txt', 'c.txt', 'd.txt'], 5]);
		await t.file('e.txt');
		expect(paths(await trigger.poll())).toEqual(['e.txt']);
	});
	test('what waits goes before what comes meanwhile, also after a restart', async () => {
		const options = { runPerItem: true };
		const trigger = t.activate({ options });
		await trigger.poll();
		await t.file('a.txt');
		await t.file('b.txt');
		expect(paths(await trigger.poll())).toEqual(['a.txt']);
		await t.file('c.txt');
		expect(paths((await drained(t.activate({ options }, { staticData: trigger.staticData() }))).items)).toEqual([
			'b.txt',
			'c.txt',
		]);
	});
});

describe('links that the service adds to entries', () => {
	const link = 'https://files.example.com/thumb?key=LINK-KEY&sign=LINK-SIGN';
	test.each(['thumbnail', 'preview', 'uri', 'uris', 'url', 'urls'])(
		'%s is never in an item, in a poll or a test',
		async (name) => {
			const entry = {
				hash: 'h1',
				fullpath: 'a.png',
				filename: 'a.png',
				dir: 0,
				cmd: 1,
				filesize: 3,
				filehash: 'f',
				create_dateline: 1,
				last_dateline: 1,
				[name]: name.endsWith('s') ? [link] : link,
			};
			t.client.emulator.faults.add({
				match: '/file/updates',
				action: { status: 200, body: { fetch_dateline: 4_000_000_000_000, list: [entry] } },
			});
			const items = await t.activate({ startFrom: 'beginning' }).poll();
			expect(items).toHaveLength(1);
			expect(items?.[0]?.json).toMatchObject({ hash: 'h1', fullpath: 'a.png', filesize: 3 });
			expect(JSON.stringify(items)).not.toContain('LINK-');
		},
	);
});

describe('histories tell what happened', () => {
	/** What one poll tells after `change`, with these events chosen. */
	async function toldBy(events: string[], change: () => Promise<void>): Promise<string[]> {
		const trigger = t.activate({ events });
		await trigger.poll();
		t.clock.advance(60_000);
		await change();
		const found = told(await trigger.poll());
		expect(await trigger.poll()).toBeNull();
		return found;
	}
	const every = ['fileModified', 'moved', 'restored'];
	beforeEach(async () => {
		await t.file('a.txt');
		await t.folder('To');
	});
	const edit = async (path = 'a.txt', ms = 3000) => await t.file(path, 'other content', { ms });
	const move = async (ms = 3000) => await t.do('move', { fullpath: 'a.txt', dest_fullpath: 'To/a.txt' }, ms);

	test('a tag, a lock: nothing for those who want files that were modified, moved or restored', async () => {
		expect(await toldBy(every, async () => await t.do('add_tag', { fullpath: 'a.txt', tag: 'x' }, 3000))).toEqual(
			[],
		);
	});
	test('a tag of a folder is a change of the folder', async () => {
		expect(
			await toldBy(['folderChanged'], async () => await t.do('add_tag', { fullpath: 'To', tag: 'x' }, 3000)),
		).toEqual(['changed folder To']);
	});
	test('moved, then edited: the last thing is told', async () => {
		expect(
			await toldBy(every, async () => {
				await move();
				await edit('To/a.txt');
			}),
		).toEqual(['modified file To/a.txt']);
	});
	test('edited, then moved', async () => {
		expect(
			await toldBy(every, async () => {
				await edit();
				await move();
			}),
		).toEqual(['moved file To/a.txt']);
	});
	test('edited and moved within one second: the order of the records tells', async () => {
		expect(
			await toldBy(every, async () => {
				await edit('a.txt', 3000);
				await move(1);
			}),
		).toEqual(['moved file To/a.txt']);
	});
	test('deleted and restored between two polls is restored, and deleted for nobody', async () => {
		const gone = async () => {
			await t.do('del', { fullpath: 'a.txt' }, 3000);
			await t.do('recover', { fullpaths: 'a.txt' }, 3000);
		};
		expect(await toldBy(['restored', 'fileDeleted'], gone)).toEqual(['restored file a.txt']);
	});
	test('created and edited between two polls is created where that is wanted, else modified', async () => {
		const trigger = t.activate({ events: ['fileCreated', 'fileModified'] });
		await trigger.poll();
		t.clock.advance(60_000);
		await t.file('new.txt', 'one', { ms: 3000 });
		await edit('new.txt');
		expect(told(await trigger.poll())).toEqual(['created file new.txt']);
	});
	test('a history that the service does not give: changed, never guessed and never lost', async () => {
		const refused = {
			match: '/file/history',
			action: { status: 403, body: { error_code: 40310, error_msg: 'no right' } },
		};
		expect(
			await toldBy(every, async () => {
				await edit();
				t.client.emulator.faults.add(refused);
			}),
		).toEqual(['changed file a.txt']);
	});
	test('a service that is busy when it is asked for a history: nothing is taken, it comes with the next poll', async () => {
		const trigger = t.activate({ events: every });
		await trigger.poll();
		t.clock.advance(60_000);
		await edit();
		t.client.emulator.faults.add({
			match: '/file/history',
			action: { status: 429, headers: { 'Retry-After': '3600' } },
		});
		expect((await errorOf(trigger.poll())).failure).toEqual({ cause: 'rate-limited', retryAfterMs: 3_600_000 });
		expect(told(await trigger.poll())).toEqual(['modified file a.txt']);
	});
	test('events that the feed tells by itself ask for no history', async () => {
		const before = t.client.emulator.requests.length;
		await toldBy(['fileCreated', 'fileDeleted', 'folderCreated'], async () => {
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
