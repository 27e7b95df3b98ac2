import { sized } from '../../support/runs';
import { by } from '../support/library';
import { eachRequestTakes } from '../support/triggers';
import { useWorld } from '../support/world';
import { changesIn, MirrorLab, planIn, summariesIn, summaryIn, WAYS, type Way } from './mirrorLab';

/* Contents that have to be streamed, Stop, and what runs at the same time, in n8n's engine. */

const lab = useWorld(new MirrorLab());
afterEach(() => void jest.restoreAllMocks());

const OWN = WAYS['a library authorization'] as Way;
const BETWEEN = Object.entries(WAYS).filter(([, { source, target }]) => source !== target);

describe.each(BETWEEN)('with %s, contents that the service does not know', (_, way) => {
	const large = 'large '.repeat(sized(2_000_000));

	test('are streamed and verified, and what it knows is not', async () => {
		await lab.restart({ knowsAllLibraries: false, separateHosts: true });
		lab.fill(way.source, 'S', { 'large.bin': large, 'small.txt': 'small', 'zero.txt': '', 'known.txt': 'known' });
		lab.fill(way.target, 'Elsewhere', { 'known.txt': 'known' });
		const result = await lab.run(way, {});
		expect(lab.tree(way.target, 'T')).toEqual(lab.tree(way.source, 'S'));
		const sent = Object.fromEntries(planIn(result).map(({ fullpath, bytes_sent: bytes }) => [fullpath, bytes]));
		const expected = { 'T/large.bin': large.length, 'T/small.txt': 5, 'T/zero.txt': 0, 'T/known.txt': 0 };
		expect(sent).toMatchObject(expected);
		expect(summaryIn(result)).toMatchObject({ bytes_sent: large.length + 5, status: 'done' });
		expect(lab.bytesSent()).toBe(large.length + 5);
		expect(lab.emulator.sessions()).toEqual([]);
	});
});

test('Stop ends a run soon, and the next one makes the rest', async () => {
	lab.fill(1, 'S', Object.fromEntries(Array.from({ length: 60 }, (_, at) => [`f${at}`, `${at}`])));
	let cancel = (): void => undefined;
	lab.emulator.faults.choose = ({ path }) => (path.endsWith('/create_file') ? void cancel() : undefined);
	const onStart = (running: { cancel(): void }) => void (cancel = () => running.cancel());
	await lab.run(OWN, { options: { concurrency: 2 } }, { onStart }).catch(() => undefined);
	const made = Object.keys(lab.tree(1, 'T')).length;
	expect(made).toBeLessThan(60);
	// What was on its way when the run stopped may have been made since.
	expect(changesIn(await lab.run(OWN, {})).length).toBeLessThanOrEqual(60 - made);
	expect(lab.tree(1, 'T')).toEqual(lab.tree(1, 'S'));
});

test('items together have no more requests under way than Concurrency says', async () => {
	await lab.restart({ latencyMs: 5 });
	const items = ['A', 'B', 'C', 'D'].map((name) => ({ json: { name } }));
	for (const { json } of items)
		lab.fill(1, `S/${json.name}`, Object.fromEntries(Array.from({ length: 20 }, (_, at) => [`f${at}`, `${at}`])));
	const folders = {
		sourceFolder: by('path', '=S/{{ $json.name }}'),
		targetFolder: by('path', '=T/{{ $json.name }}'),
	};
	const result = await lab.run(OWN, { ...folders, options: { concurrency: 3 } }, { items });
	expect(Math.max(...lab.emulator.requests.map(({ underWay }) => underWay))).toBeLessThanOrEqual(3);
	expect(summariesIn(result)).toHaveLength(4);
	const pairs = [0, 1, 2, 3].map((item) => ({ item }));
	expect(result.items.map(({ pairedItem }) => pairedItem)).toEqual(expect.arrayContaining(pairs));
});

test('an item that reads what an earlier one makes waits for it, and dry runs wait for nothing', async () => {
	await lab.restart({ latencyMs: 5 });
	lab.fill(1, 'S', { 'a/b': '1', c: '2' });
	const chain = ['S', 'T1', 'T2', 'T3'];
	const items = chain.slice(1).map((to, at) => ({ json: { from: chain[at], to } }));
	const folders = { sourceFolder: by('path', '={{ $json.from }}'), targetFolder: by('path', '={{ $json.to }}') };
	const result = await lab.run(OWN, { ...folders, options: { concurrency: 8 } }, { items });
	expect(result.error).toBeUndefined();
	for (const folder of chain) expect(lab.tree(1, folder)).toEqual(lab.tree(1, 'S'));
	expect(changesIn(await lab.run(OWN, { ...folders, dryRun: true }, { items }))).toEqual([]);
});

test('progress is told while it runs', async () => {
	eachRequestTakes(400, lab.emulator);
	lab.fill(1, 'S', Object.fromEntries(Array.from({ length: 12 }, (_, at) => [`f${at}`, `${at}`])));
	const shown: unknown[] = [];
	const onPush = (type: string, data: unknown) => type === 'sendConsoleMessage' && shown.push(data);
	await lab.run(OWN, { options: { concurrency: 1 } }, { mode: 'manual', onPush });
	expect(JSON.stringify(shown)).toMatch(/Mirroring: \d+ of 13 changes \(\d+ %\), \d+ s left/);
});
