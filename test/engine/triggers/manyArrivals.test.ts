import type { INodeExecutionData } from 'n8n-workflow';
import type { Activation } from '../support/engine';
import { deepTest, sized } from '../../support/runs';
import { arrivalsOf, EVENTS } from '../support/arrivals';
import { by } from '../support/library';
import { Triggers, useTriggers } from '../support/triggers';

/* Tens of thousands of files that come into a watched folder and leave it at once, in the real engine. */

const t = useTriggers(new Triggers());

const { library, told } = arrivalsOf(t);
const MANY = sized(29_000, 600);
const MOST_BYTES = 500_000;
/** Files and folders with the longest paths: more text than is saved. */
const [LONG, FOLDERS] = [sized(100, 45), sized(60, 12)];
const FEW = { options: { maximumItems: 100 } };

/** Files that were there for a long time, in a folder of their own. */
function seed(folder: string, count: number): void {
	const longAgo = t.clock.now() - 3_600_000;
	t.client.emulator.seed({ count, folder, operationMs: (index) => longAgo + index });
	t.clock.advance(120_000);
}

const IN = { events: EVENTS, scope: 'folder', folder: by('path', 'In') };
/** A trigger of the folder In that goes on where another one stopped. */
const watching = (more: Record<string, unknown>, from?: Activation): Activation =>
	t.activate({ ...IN, ...more }, from ? { staticData: from.staticData() } : {});

/** The items of so many polls; the static data is small after each. */
async function poll(trigger: Activation, times: number): Promise<INodeExecutionData[]> {
	const items: INodeExecutionData[] = [];
	for (let n = 0; n < times; n++) {
		items.push(...((await trigger.poll()) ?? []));
		expect(Buffer.byteLength(JSON.stringify(trigger.staticData()))).toBeLessThan(MOST_BYTES);
	}
	return items;
}

const ways = (items: readonly INodeExecutionData[]): string[] => [
	...new Set(items.map(({ json }) => `${String(json.event)} ${String(json.how)} ${String(json.modified_by)}`)),
];
const paths = (items: readonly INodeExecutionData[]): number => new Set(items.map(({ json }) => json.fullpath)).size;

test('a large folder is moved in, and out again: each file is told once, and little is saved', async () => {
	await library();
	seed('Out/Big', MANY);
	let trigger = watching(FEW);
	await told(trigger);
	for (const [from, to] of ['Out In', 'In Out'].map((way) => way.split(' '))) {
		await t.do('move', { fullpath: `${from}/Big`, dest_fullpath: `${to}/Big`, op_name: 'mover' }, 40_000);
		const first = await poll(trigger, 2);
		expect(first).toHaveLength(200);
		trigger = watching({}, trigger);
		const items = [...first, ...(await poll(trigger, Math.ceil(MANY / 10_000) + 1))];
		expect([items.length, paths(items)]).toEqual([MANY, MANY]);
		expect(ways(items)).toEqual([`${to === 'In' ? 'arrived' : 'left'} moved Member 01`]);
		trigger = watching(FEW, trigger);
	}
}, 120_000);

deepTest('more than 30,000 files: one item says so, and everything else goes on; then the others arrive', async () => {
	await library();
	seed('Out/Big', 30_001);
	const trigger = watching({});
	await told(trigger);
	await t.do('move', { fullpath: 'Out/Big', dest_fullpath: 'In/Big' }, 40_000);
	const [item, ...others] = await poll(trigger, 2);
	const message = expect.stringMatching(/30000.*Move files out/) as string;
	expect(item?.json).toEqual({ event: 'incomplete', fullpath: 'In/Big', type: 'folder', message });
	expect(others).toEqual([]);
	await t.file('In/later.txt');
	expect(await told(trigger)).toEqual(['arrived created In/later.txt']);
	await t.do('move', { fullpath: 'In/old.txt', dest_fullpath: 'Out/old.txt' }, 40_000);
	expect(await told(trigger)).toEqual(['left moved Out/old.txt']);
	for (const n of ['0', '1', '2']) await t.do('del', { fullpath: `In/Big/file-00000${n}.txt` }, 40_000);
	const few = watching(FEW, trigger);
	const arrived = await poll(few, 1);
	expect([paths(arrived), arrived.length]).toEqual([100, 100]);
	expect(await poll(watching({}, few), 4)).toHaveLength(29_898);
});

test('with as many changes within the Overlap as are remembered, the static data stays small too', async () => {
	await library();
	const [known, recent] = [MANY + 900, sized(20_500, 600)];
	seed('In/Big', known);
	const trigger = watching({});
	await told(trigger);
	t.client.emulator.seed({ count: recent, folder: 'Out/New' });
	await poll(trigger, 3);
	// These have the same times, so they are late.
	t.client.emulator.seed({ count: recent, folder: 'In/New', name: (index) => `a name of usual length ${index}.txt` });
	const few = watching(FEW, trigger);
	await poll(few, 3);
	expect(JSON.stringify(few.staticData()).length).toBeGreaterThan((known * 5 + recent * 11) * 0.9);
}, 120_000);

describe('paths of 12,000 bytes', () => {
	const long = (top: string): string => [top, ...Array.from({ length: 16 }, () => '文'.repeat(250))].join('/');
	const all = async (trigger: Activation): Promise<INodeExecutionData[]> => {
		const items: INodeExecutionData[] = [];
		for (let quiet = 0; quiet < 2;) {
			const found = await poll(trigger, 1);
			items.push(...found);
			quiet = found.length > 0 ? 0 : quiet + 1;
		}
		return items;
	};

	test('Maximum Items 1: each change is told once, and little is saved', async () => {
		await library();
		const trigger = await t.started({ ...IN, options: { maximumItems: 1 } });
		t.clock.advance(5000);
		t.client.emulator.seed({ count: LONG, folder: long('In') });
		const items = await all(trigger);
		const files = items.filter(({ json }) => json.type === 'file');
		expect([paths(files), items.length <= LONG + 17]).toEqual([LONG, true]);
	});

	test('folders that leave: what waits to be told is remembered by their IDs', async () => {
		await library();
		for (let n = 0; n < FOLDERS; n++)
			t.client.emulator.seed({ count: 3, folder: `${long('In')}/${n}`, operationMs: () => t.clock.now() });
		t.clock.advance(60_000);
		const trigger = watching({ options: { maximumItems: 10 } });
		await told(trigger);
		t.clock.advance(40_000);
		for (let n = 0; n < FOLDERS; n++)
			await t.do('move', { fullpath: `${long('In')}/${n}`, dest_fullpath: `${long('Out')}${n}` });
		const items = await all(trigger);
		expect([paths(items), items.length]).toEqual([3 * FOLDERS, 3 * FOLDERS]);
	}, 120_000);
});
