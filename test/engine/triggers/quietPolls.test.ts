import { by } from '../support/library';
import type { Activation } from '../support/engine';
import { paths, Triggers, useTriggers } from '../support/triggers';

/*
 * Most polls find nothing. Such a poll costs one request once the overlap is over, whatever the form says
 * and however much is known.
 */

const t = useTriggers(new Triggers());

/** The requests of each of so many polls, which must find nothing. */
async function quietPolls(trigger: Activation, polls: number): Promise<number[]> {
	const counts: number[] = [];
	for (let n = 0; n < polls; n++) {
		const before = t.client.emulator.requests.length;
		expect(paths(await trigger.poll())).toEqual([]);
		counts.push(t.client.emulator.requests.length - before);
	}
	return counts;
}

/** Expects that polls within the overlap cost two requests, and all after the one that ends it one each. */
async function expectCheap(trigger: Activation): Promise<void> {
	expect(Math.max(...(await quietPolls(trigger, 2)))).toBeLessThanOrEqual(2);
	t.clock.advance(33_000);
	await quietPolls(trigger, 1);
	expect(await quietPolls(trigger, 2)).toEqual([1, 1]);
	expect(JSON.stringify(trigger.staticData()).length).toBeLessThan(500);
}

const EVENTS = ['any', 'fileCreated', 'moved'];
const FORMS: Array<[string, Record<string, unknown>]> = [
	...EVENTS.map((event): [string, Record<string, unknown>] => [`the event ${event}`, { events: [event] }]),
	['a folder by path', { scope: 'folder', folder: by('path', 'Docs') }],
	['a folder without its subfolders', { scope: 'folder', folder: by('path', 'Docs'), includeSubfolders: false }],
	['filters', { filters: { extensions: ['txt'], include: ['*'], changedBy: ['ann'], type: 'files' } }],
	['the content of files', { downloadContent: true }],
	['one run for each item', { options: { runPerItem: true } }],
	['a short overlap', { options: { overlap: 1 } }],
	['From the Beginning', { startFrom: 'beginning' }],
	['From a Date', { startFrom: 'date', startDate: '2020-01-01T00:00:00.000Z' }],
];

test.each(FORMS)('%s: after the activation, after a change, and after a restart of n8n', async (_, parameters) => {
	await t.folder('Docs');
	const trigger = t.activate(parameters, { id: 'w' });
	await trigger.poll();
	await expectCheap(trigger);
	await t.file('Docs/a.txt');
	await trigger.poll();
	await expectCheap(trigger);
	const restarted = t.activate(parameters, { id: 'w', staticData: trigger.staticData() });
	expect(await quietPolls(restarted, 2)).toEqual([1, 1]);
});

test('a library of an enterprise, named by either of its IDs', async () => {
	const { orgId, mountId } = t.client.emulator.library;
	for (const library of [by('id', String(orgId)), by('mountId', String(mountId))]) {
		const trigger = t.activate({ authentication: 'enterprise', library });
		await trigger.poll();
		await expectCheap(trigger);
	}
});

test.each([99, 100, 250])('%i changes within the overlap', async (changes) => {
	const trigger = t.activate();
	await trigger.poll();
	for (let n = 0; n < changes; n++) await t.folder(`Folder ${n}`, n % 3);
	expect(paths(await trigger.poll())).toHaveLength(changes);
	expect(Math.max(...(await quietPolls(trigger, 2)))).toBeLessThanOrEqual(Math.ceil(changes / 97) + 2);
	t.clock.advance(33_000);
	await quietPolls(trigger, 1);
	expect(await quietPolls(t.activate({}, { staticData: trigger.staticData() }), 2)).toEqual([1, 1]);
});

test('a folder that is chosen by ID is asked for at first, and then only where something has changed', async () => {
	await t.folder('Docs');
	const { hash } = (await t.client.file('info', { fullpath: 'Docs' })).body;
	const trigger = t.activate({ scope: 'folder', folder: by('id', hash) });
	const asked = async (): Promise<[unknown[], number]> => {
		const before = t.client.emulator.requests.length;
		const found = paths(await trigger.poll());
		const paid = t.client.emulator.requests.slice(before);
		return [found, paid.filter(({ path }) => path.endsWith('/info')).length];
	};
	// Once more at the end: it may have moved meanwhile.
	expect(await asked()).toEqual([[], 2]);
	expect(await asked()).toEqual([[], 0]);
	await t.file('Docs/a.txt');
	expect(await asked()).toEqual([['Docs/a.txt'], 2]);
	expect(await asked()).toEqual([[], 0]);
});
