import type { Activation, Engine } from '../support/engine';
import { sha1 } from '../../emulatorTests/signing';
import { by } from '../support/library';
import { paths, told, Triggers } from '../support/triggers';

/* What the trigger tells of a change, which changes it lets through, and the content it brings along. */

let engine: Engine;
let t: Triggers;
beforeAll(async () => {
	engine = await Triggers.engine();
});
beforeEach(async () => {
	t = await Triggers.start(engine);
});
afterEach(async () => await t.close());

describe('events: each change under the choices that mean it', () => {
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
					told((await triggers.get(choice)?.poll()) ?? null).sort(),
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

describe('filters', () => {
	const ROWS: Array<[string, Record<string, unknown>, string[]]> = [
		[
			'nothing',
			{},
			[
				'Docs',
				'Docs/a.pdf',
				'Docs/Sub',
				'Docs/Sub/b.PDF',
				'Docs/Sub/big.bin',
				'Docs2',
				'Docs2/c.txt',
				'gone.pdf',
			],
		],
		[
			'a folder with what is below',
			{ scope: 'folder', folder: by('path', 'Docs') },
			['Docs/a.pdf', 'Docs/Sub', 'Docs/Sub/b.PDF', 'Docs/Sub/big.bin'],
		],
		[
			'a folder alone',
			{ scope: 'folder', folder: by('path', '/Docs/'), includeSubfolders: false },
			['Docs/a.pdf', 'Docs/Sub'],
		],
		[
			'the root alone',
			{ scope: 'folder', folder: by('path', '/'), includeSubfolders: false },
			['Docs', 'Docs2', 'gone.pdf'],
		],
		[
			'files',
			{ options: { type: 'files' } },
			['Docs/a.pdf', 'Docs/Sub/b.PDF', 'Docs/Sub/big.bin', 'Docs2/c.txt', 'gone.pdf'],
		],
		['folders', { options: { type: 'folders' } }, ['Docs', 'Docs/Sub', 'Docs2']],
		[
			'extensions in any form and case',
			{ options: { extensions: '.pdf, TXT' } },
			['Docs/a.pdf', 'Docs/Sub/b.PDF', 'Docs2/c.txt', 'gone.pdf'],
		],
		[
			'without deleted ones',
			{ options: { extensions: 'pdf', includeDeleted: false } },
			['Docs/a.pdf', 'Docs/Sub/b.PDF'],
		],
		['a name pattern', { options: { namePattern: '?.*' } }, ['Docs/a.pdf', 'Docs/Sub/b.PDF', 'Docs2/c.txt']],
		['a pattern with signs of other pattern languages', { options: { namePattern: '[ab].pdf' } }, []],
		['changed by', { options: { changedBy: 'bob, nobody' } }, ['Docs/Sub/big.bin']],
		['not changed by', { options: { notChangedBy: 'ann', type: 'files' } }, ['Docs/Sub/big.bin', 'gone.pdf']],
		['minimum size', { options: { minimumSize: 2000 } }, ['Docs/Sub/big.bin']],
		['maximum size', { options: { maximumSize: 1999, extensions: 'bin,txt' } }, ['Docs2/c.txt']],
		['both sizes', { options: { minimumSize: 1, maximumSize: 2000, extensions: 'bin' } }, ['Docs/Sub/big.bin']],
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

	test('a folder given by its ID is followed when it moves', async () => {
		await t.folder('Docs');
		const { hash } = (await t.client.file('info', { fullpath: 'Docs' })).body as { hash: string };
		const trigger = t.activate({ scope: 'folder', folder: by('id', hash) });
		await trigger.poll();
		await t.do('move', { fullpath: 'Docs', dest_fullpath: 'Papers' });
		await t.file('Papers/a.txt');
		await t.file('other.txt');
		expect(paths(await trigger.poll())).toEqual(['Papers/a.txt']);
	});

	test('what is filtered away costs no limit and does not come later', async () => {
		t.client.emulator.seed(300);
		await t.file('one.pdf');
		const trigger = t.activate({ startFrom: 'beginning', options: { extensions: 'pdf', maximumItems: 1 } });
		expect(paths(await trigger.poll())).toEqual(['one.pdf']);
		expect(await trigger.poll()).toBeNull();
	});
});

describe('content', () => {
	test('of files, into the chosen field; folders and deleted files have none', async () => {
		await t.folder('F');
		await t.file('F/a.txt', 'content of a');
		await t.file('gone.txt', 'gone');
		await t.do('del', { fullpath: 'gone.txt' });
		const items =
			(await t
				.activate({ startFrom: 'beginning', options: { downloadContent: true, binaryPropertyName: 'file' } })
				.poll()) ?? [];
		expect(items.map(({ json, binary }) => [json['fullpath'], Object.keys(binary ?? {})])).toEqual([
			['F', []],
			['F/a.txt', ['file']],
			['gone.txt', []],
		]);
		expect((await engine.contentOf(items[1] ?? { json: {} }, 'file')).toString()).toBe('content of a');
		expect(items[1]?.binary?.['file']?.fileName).toBe('a.txt');
	});

	test('a failing download blocks no other; it is tried again, and reported in the end, once', async () => {
		const trigger = t.activate({ options: { downloadContent: true } });
		await trigger.poll();
		await t.file('good.txt', 'good');
		await t.file('bad.txt', 'bad');
		t.client.emulator.faults.add({
			match: `/download/${sha1('bad')}`,
			action: { status: 403, body: { error_code: 40310, error_msg: 'no right' } },
			times: 1000,
		});
		const polls = [await trigger.poll(), await trigger.poll(), await trigger.poll(), await trigger.poll()];
		expect(polls.map(paths)).toEqual([['good.txt'], [], ['bad.txt'], []]);
		const bad = polls[2]?.[0];
		expect(bad?.json['downloadError']).toBeTruthy();
		expect(bad?.json['downloadTries']).toBe(3);
		expect(String(bad?.json['downloadError'])).not.toMatch(/key=|sign=|\/download\//);
	});

	test('a download that works at the next poll', async () => {
		const trigger = t.activate({ options: { downloadContent: true } });
		await trigger.poll();
		await t.file('slow.txt', 'slow');
		t.client.emulator.faults.add({
			match: '/file/download_url',
			action: { status: 403, body: { error_code: 40310, error_msg: 'no right' } },
			times: 1,
		});
		expect(await trigger.poll()).toBeNull();
		const saved = trigger.staticData();
		const items = (await t.activate({ options: { downloadContent: true } }, { staticData: saved }).poll()) ?? [];
		expect((await engine.contentOf(items[0] ?? { json: {} })).toString()).toBe('slow');
	});
});
