import type { IDataObject } from 'n8n-workflow';
import { sha1 } from '../../emulatorTests/signing';
import type { Engine } from '../support/engine';
import { paths, Triggers } from '../support/triggers';

/* A workflow whose static data was saved by version 0.1.0 continues from it, and saves data of the same shape. */

let engine: Engine;
let t: Triggers;
beforeAll(async () => {
	engine = await Triggers.engine();
});
beforeEach(async () => {
	t = await Triggers.start(engine);
});
afterEach(async () => await t.close());

const parameters = { options: { downloadContent: true } };

/** What version 0.1.0 saved: everything was read, waiting.txt waits, and retry.txt failed to download twice. */
async function savedBefore(): Promise<IDataObject> {
	await t.file('waiting.txt', 'w');
	await t.file('retry.txt', 'r');
	const [waiting, retry] = (await t.client.file('updates', { fetch_dateline: 0, mode: 'compare' })).body.list;
	const first = t.activate(parameters);
	await first.poll();
	const cursor = t.clock.now();
	return {
		source: first.staticData().source,
		feed: { cursor, floor: cursor, seen: [], pending: [{ entry: waiting, after: 0, isNew: true }] },
		again: [{ change: { entry: retry, after: 0, isNew: true }, event: 'created', tries: 2 }],
	};
}

test('changes that waited, and downloads that failed, are returned once before newer changes', async () => {
	const trigger = t.activate(parameters, { staticData: await savedBefore() });
	await t.file('new.txt', 'n', { ms: 2000 });
	const items = (await trigger.poll()) ?? [];
	expect(paths(items)).toEqual(['retry.txt', 'waiting.txt', 'new.txt']);
	expect(items.map(({ json }) => json.event)).toEqual(['created', 'created', 'created']);
	expect((await engine.contentOf(items[0] ?? { json: {} })).toString()).toBe('r');
	expect(await trigger.poll()).toBeNull();
	const { feed, ...data } = trigger.staticData();
	expect(Object.keys(data).sort()).toEqual(['again', 'source']);
	expect(feed).toMatchObject({ cursor: t.clock.now(), pending: [], seen: [{ keys: [expect.any(String)] }] });
});

test('failed downloads are still counted', async () => {
	const trigger = t.activate(parameters, { staticData: await savedBefore() });
	t.client.emulator.faults.add({
		match: `/download/${sha1('r')}`,
		action: { status: 403, body: { error_code: 40310, error_msg: 'no permission' } },
		times: 1000,
	});
	const items = (await trigger.poll()) ?? [];
	expect(items.map(({ json }) => [json.fullpath, json.download_tries])).toEqual([
		['retry.txt', 3],
		['waiting.txt', undefined],
	]);
});
