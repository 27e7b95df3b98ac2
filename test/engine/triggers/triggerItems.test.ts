import type { IDataObject } from 'n8n-workflow';
import { paths, pollUntilEmpty, Triggers, useTriggers } from '../support/triggers';

/* What an item of the trigger contains, and runs for single items. */

const t = useTriggers(new Triggers());

test('the item: the fields of the entry, its event and its type, nothing else', async () => {
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
		modified_by: 'ann',
		modified: new Date(Math.floor(t.clock.now() / 1000) * 1000).toISOString(),
	});
	expect(JSON.stringify(item)).not.toMatch(/https?:|sign|token|secret/i);
});

describe('One Run per Item', () => {
	test('starts a run for each change; a crash loses no run that was not started', async () => {
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
		// n8n saves the static data with every run: killed after the second one, it continues with the third.
		const again: unknown[] = [];
		const rest = await t.activate({ options: { runPerItem: true } }, { staticData: states[1] ?? {} }).poll({
			emit: (data) => {
				again.push(...paths(data[0] ?? null));
			},
		});
		expect([...again, ...paths(rest)]).toEqual(['c.txt', 'd.txt']);
	});
	test('an n8n that cannot start runs during a poll starts one with each poll, in order, none twice', async () => {
		const trigger = t.activate({ options: { runPerItem: true } });
		await trigger.poll();
		for (const name of ['a', 'b', 'c', 'd']) await t.file(`${name}.txt`);
		// The engine's poll context refuses __emit unless the test passes one.
		const { items, polls } = await pollUntilEmpty(trigger);
		expect([paths(items), polls]).toEqual([['a.txt', 'b.txt', 'c.txt', 'd.txt'], 5]);
		await t.file('e.txt');
		expect(paths(await trigger.poll())).toEqual(['e.txt']);
	});
	test('waiting changes come before newer ones, after a restart too', async () => {
		const options = { runPerItem: true };
		const trigger = t.activate({ options });
		await trigger.poll();
		await t.file('a.txt');
		await t.file('b.txt');
		expect(paths(await trigger.poll())).toEqual(['a.txt']);
		await t.file('c.txt');
		expect(
			paths((await pollUntilEmpty(t.activate({ options }, { staticData: trigger.staticData() }))).items),
		).toEqual(['b.txt', 'c.txt']);
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

test('a page of changes becomes items before the last page is asked for: no backlog is held as a whole', async () => {
	const names = Array.from({ length: 120 }, (_, n) => `f${n}`);
	for (const name of names) await t.folder(name);
	const trigger = t.activate({ events: ['restored'] });
	await trigger.poll();
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
