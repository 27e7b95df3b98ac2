import { sha1 } from '../../support/hashes';
import { by } from '../support/library';
import { paths, Triggers, useTriggers } from '../support/triggers';

/* Which changes the trigger lets through, and the content that it downloads. */

const t = useTriggers(new Triggers());

describe('filters', () => {
	const ROWS: Array<[string, Record<string, unknown>, string[]]> = [
		[
			'nothing',
			{},
			'Docs Docs/a.pdf Docs/Sub Docs/Sub/b.PDF Docs/Sub/big.bin Docs2 Docs2/c.txt gone.pdf'.split(' '),
		],
		[
			'the root without its subfolders',
			{ scope: 'folder', folder: by('path', '/'), includeSubfolders: false },
			['Docs', 'Docs2', 'gone.pdf'],
		],
		[
			'without deleted files',
			{ filters: { extensions: ['pdf'], includeDeleted: false } },
			['Docs/a.pdf', 'Docs/Sub/b.PDF'],
		],
		[
			'patterns of names',
			{ filters: { include: ['?.{pdf,txt}'], exclude: ['*.txt'] } },
			['Docs/a.pdf', 'Docs/Sub/b.PDF'],
		],
		['not changed by', { filters: { notChangedBy: ['ann'], type: 'files' } }, ['Docs/Sub/big.bin', 'gone.pdf']],
		['both sizes', { filters: { minimumSize: 1, maximumSize: 2000, extensions: ['bin'] } }, ['Docs/Sub/big.bin']],
	];
	test('each alone', async () => {
		await t.folder('Docs');
		await t.file('Docs/a.pdf');
		await t.folder('Docs/Sub');
		await t.file('Docs/Sub/b.PDF');
		await t.file('Docs/Sub/big.bin', 'x'.repeat(2000), { by: 'bob' });
		await t.folder('Docs2');
		await t.file('Docs2/c.txt');
		await t.file('gone.pdf');
		await t.do('del', { fullpath: 'gone.pdf', op_name: 'eve' });
		for (const [name, parameters, expected] of ROWS) {
			const found = paths(await t.activate({ startFrom: 'beginning', ...parameters }).poll());
			expect([name, found]).toEqual([name, expected]);
		}
	});

	test('a folder chosen by ID is watched after it moved', async () => {
		await t.folder('Docs');
		const { hash } = (await t.client.file('info', { fullpath: 'Docs' })).body as { hash: string };
		const trigger = await t.started({ scope: 'folder', folder: by('id', hash) });
		await t.do('move', { fullpath: 'Docs', dest_fullpath: 'Papers' });
		await t.file('Papers/a.txt');
		await t.file('other.txt');
		expect(paths(await trigger.poll())).toEqual(['Papers/a.txt']);
	});

	test('changes that are filtered out do not count towards the limit and do not come later', async () => {
		t.client.emulator.seed(300);
		await t.file('one.pdf');
		const only = { filters: { extensions: ['pdf'] }, options: { maximumItems: 1 } };
		const trigger = t.activate({ startFrom: 'beginning', ...only });
		expect(paths(await trigger.poll())).toEqual(['one.pdf']);
		expect(await trigger.poll()).toBeNull();
	});
});

describe('content', () => {
	test('of files, in the chosen field; folders and deleted files have none', async () => {
		await t.folder('F');
		await t.file('F/a.txt', 'content of a');
		await t.file('gone.txt', 'gone');
		await t.do('del', { fullpath: 'gone.txt' });
		const options = { downloadContent: true, binaryPropertyName: 'file' };
		const items = (await t.activate({ startFrom: 'beginning', options }).poll()) ?? [];
		expect(items.map(({ json, binary }) => [json.fullpath, Object.keys(binary ?? {})])).toEqual([
			['F', []],
			['F/a.txt', ['file']],
			['gone.txt', []],
		]);
		expect((await t.engine.contentOf(items[1] ?? { json: {} }, 'file')).toString()).toBe('content of a');
		expect(items[1]?.binary?.file?.fileName).toBe('a.txt');
	});

	test('a failing download holds up no other; it is tried again, then reported once', async () => {
		const trigger = await t.started({ options: { downloadContent: true } });
		await t.file('good.txt', 'good');
		await t.file('bad.txt', 'bad');
		t.client.emulator.faults.add({
			match: `/download/${sha1('bad')}`,
			action: { status: 403, body: { error_code: 40310, error_msg: 'no permission' } },
			times: 1000,
		});
		const polls = [await trigger.poll(), await trigger.poll(), await trigger.poll(), await trigger.poll()];
		expect(polls.map(paths)).toEqual([['good.txt'], [], ['bad.txt'], []]);
		const bad = polls[2]?.[0];
		expect(bad?.json.message).toMatch(/^The content could not be downloaded, tried in 3 polls: ./);
		expect(String(bad?.json.message)).not.toMatch(/key=|sign=|\/download\//);
	});

	test('only that the file does not exist ends the attempts: another 404 says nothing about it', async () => {
		const trigger = await t.started({ options: { downloadContent: true } });
		const answer = (body: object | string): void =>
			t.client.emulator.faults.add({ match: '/file/download_url', action: { status: 404, body }, times: 1 });
		await t.file('proxy.txt', 'proxy');
		answer('<html>Not Found</html>');
		expect(await trigger.poll()).toBeNull();
		const restarted = t.activate({ options: { downloadContent: true } }, { staticData: trigger.staticData() });
		const later = (await restarted.poll()) ?? [];
		expect(paths(later)).toEqual(['proxy.txt']);
		expect((await t.engine.contentOf(later[0] ?? { json: {} })).toString()).toBe('proxy');
		await t.file('gone.txt', 'gone');
		answer({ error_code: 40402, error_msg: 'file not found' });
		const [gone] = (await restarted.poll()) ?? [];
		expect(gone?.json.fullpath).toBe('gone.txt');
		expect(gone?.json.message).toMatch(/^The content could not be downloaded, tried in 1 poll: ./);
	});

	test('a file that takes longer than a poll is reported after three of them', async () => {
		const trigger = await t.started({ options: { downloadContent: true } });
		await t.file('huge.bin', 'huge');
		const match = `/download/${sha1('huge')}`;
		const cutOff = jest.spyOn(AbortSignal, 'timeout');
		let ofContent = new AbortController();
		cutOff.mockImplementation((ms) => {
			const limit = new AbortController();
			// The part of a poll's 60 seconds in which contents may arrive.
			if (ms === 51_000) ofContent = limit;
			return limit.signal;
		});
		t.client.emulator.faults.choose = ({ path }) => {
			if (!path.includes(match)) return undefined;
			ofContent.abort(new DOMException('The time is over', 'TimeoutError'));
			return { match, action: 'slow', slowMs: 60_000 };
		};
		const polls = [];
		for (let n = 0; n < 4; n++) polls.push(await trigger.poll({ budgetMs: 60_000 }));
		cutOff.mockRestore();
		expect(polls.map(paths)).toEqual([[], [], ['huge.bin'], []]);
		const why = 'it takes longer than the 60 seconds that n8n allows for a poll';
		expect(polls[2]?.[0]?.json.message).toBe(`The content could not be downloaded, tried in 3 polls: ${why}`);
	});
});
