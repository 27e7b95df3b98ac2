import type { IDataObject } from 'n8n-workflow';
import { FakeServer } from '../../support/fakeServer';
import type { Execution } from '../support/engineTypes';
import { serveWaiting } from '../support/waitingServer';
import { open, post, ReadingSetup } from './readingSetup';
import { shareWorld } from '../support/world';

/* Close Reading Link, from another execution than the one that waits. */

const reading = shareWorld(new ReadingSetup());

const link = { ask: 'approve' };
const decision = (token: unknown) => ({ kind: 'decision', token, decision: 'approve', pages: [1], total: 3 });
const outcomes = (items: IDataObject[]) => items.map(({ viewer, outcome }) => `${viewer} ${outcome}`);

/** Closes a link in an execution of its own, as another workflow does; `instead` answers in place of n8n. */
async function closing(
	execution: Execution,
	address: string,
	parameters: IDataObject = {},
	instead?: Parameters<typeof serveWaiting>[1],
) {
	const server = await serveWaiting(execution, instead);
	const operation = { resource: 'file', operation: 'closeReadingLink', link: server.at(address), ...parameters };
	const { node, credentials } = reading;
	const result = await reading.engine.run({ node, credentials, parameters: operation, waitingAt: server.url });
	await server.close();
	return { items: result.items.map(({ json }) => json), error: result.error, requests: server.requests };
}

test('one person is let off, whose page says so; the wait goes on for the others', async () => {
	const { execution, link: one, other } = await reading.waiting({ viewers: ['a', 'b'], link });
	const token = await open(execution, one);
	const { items } = await closing(execution, one);
	expect(items).toEqual([
		{
			closed: true,
			outcome: 'closed',
			viewer: 'a',
			reading_id: execution.itemsOf('Link')[0]?.reading_id,
			hash: execution.itemsOf('Link')[0]?.hash,
			fullpath: 'Contracts/offer.pdf',
			answered_at: null,
		},
	]);
	expect(await post(execution, one, decision(token))).toMatchObject({ status: 200, state: 'closed' });
	const page = await execution.request('GET', one);
	expect([page.status, page.body.includes('The sender has closed it')]).toEqual([410, true]);
	expect(execution.status).toBe('waiting');
	// Again, as after a lost answer: nothing else happens.
	expect((await closing(execution, one)).items).toEqual(items);
	await post(execution, other, decision(await open(execution, other)));
	expect(execution.status).toBe('finished');
	expect(outcomes(execution.itemsOf('Wait'))).toEqual(['a closed', 'b approved']);
	const ended = await closing(execution, one);
	expect(ended.items).toMatchObject([{ closed: false, outcome: null, viewer: 'a' }]);
});

test('all links are closed at once, but for what was answered, and the workflow goes on', async () => {
	const flow = { viewers: ['a', 'b', 'c'], link, wait: { timeLimit: 0 } };
	const { execution, link: one, other } = await reading.waiting(flow);
	await post(execution, one, decision(await open(execution, one)));
	const { items } = await closing(execution, other, { closeFor: 'all' });
	expect(items.map(({ viewer, closed }) => `${viewer} ${closed}`)).toEqual(['a false', 'b true', 'c true']);
	expect(execution.status).toBe('finished');
	expect(outcomes(execution.itemsOf('Wait'))).toEqual(['a approved', 'b closed', 'c closed']);
	expect(execution.itemsOf('After')).toEqual([{ accepted: true }]);
});

test('nobody but who has the library authorization closes a link, and a command fits one link only', async () => {
	const { execution, link: one, other } = await reading.waiting({ viewers: ['a', 'b'], link });
	expect(await post(execution, one, { kind: 'close', command: 'forged' })).toMatchObject({ status: 403 });
	const { requests } = await closing(execution, one);
	const { command } = JSON.parse(requests[0]?.body.toString() ?? '') as { command: string };
	expect(await post(execution, other, { kind: 'close', command })).toMatchObject({ status: 403 });
	await execution.timeOut();
	expect(outcomes(execution.itemsOf('Wait'))).toEqual(['a closed', 'b timed_out']);
});

test('n8n is asked again while it takes an answer; what is no link of this library is refused', async () => {
	const { execution, link: one } = await reading.waiting({ viewers: ['a'], link });
	let asked = 0;
	const busy = { status: 409, body: { code: 409, message: 'The execution "1" is running already.' } };
	const instead = () => (++asked === 1 ? busy : undefined);
	expect((await closing(execution, one, {}, instead)).items).toMatchObject([{ closed: true }]);
	expect(asked).toBe(2);
	for (const address of [one.replace(/reading=./, 'reading=!'), 'http://127.0.0.1/x', 'nothing']) {
		const { error, requests } = await closing(execution, address);
		expect([error?.message, requests]).toEqual([expect.stringMatching(/Reading Link/), []]);
	}
});

describe('a link of which somebody has changed the beginning', () => {
	let evil: FakeServer;
	const answer = { body: { state: 'closed', readers: [{ anything: 1 }] } };
	beforeEach(async () => void (evil = await FakeServer.start(() => answer)));
	afterEach(async () => await evil.close());
	const lead = (link: string, elsewhere: string): string =>
		link.replace(/^[^?]*\/([^/]+)\/reading/, (_, execution: string) => `${elsewhere}/any/${execution}/reading`);

	test('its command goes to this n8n alone, where the link is closed', async () => {
		const { execution, links } = await reading.waiting({ viewers: ['a', 'b'], link });
		const { items } = await closing(execution, lead(links[0]!, evil.url), { closeFor: 'all' });
		expect(items.map(({ viewer, closed }) => `${viewer} ${closed}`)).toEqual(['a true', 'b true']);
		expect(execution.status).toBe('finished');
		expect(evil.requests).toEqual([]);
	});

	test('an error says where it leads, when nothing waits for it here', async () => {
		const { execution, links } = await reading.waiting({ viewers: ['a'], link });
		await execution.timeOut();
		const { error, items, requests } = await closing(execution, lead(links[0]!, evil.url));
		expect(error?.message).toContain(`it leads to "${evil.url}/any"`);
		expect([items, requests.length, evil.requests]).toEqual([[], 1, []]);
	});
});

describe('of an answer', () => {
	const READER = { reading_id: 'r', viewer: 'a', hash: 'h', fullpath: 'f', outcome: 'closed', answered_at: null };
	const answering = async (...readers: object[]) => {
		const { execution, links } = await reading.waiting({ viewers: ['a'], link });
		return await closing(execution, links[0]!, {}, () => ({ body: { state: 'closed', readers } }));
	};

	test('only the known fields are taken', async () => {
		const { items } = await answering({ ...READER, admin: true, json: { x: 1 }, closed: 'maybe' });
		expect(items).toEqual([{ closed: true, ...READER }]);
	});

	test.each<object>([
		{},
		{ ...READER, reading_id: 7 },
		{ ...READER, viewer: { name: 'a' } },
		{ ...READER, hash: undefined },
		{ ...READER, fullpath: 'x'.repeat(10_000) },
		{ ...READER, outcome: 'done' },
		{ ...READER, answered_at: 0 },
	])('one that is no answer of this package is an error (%#)', async (reader) => {
		const { error, items } = await answering(READER, reader);
		expect([error?.message, items]).toEqual([expect.stringContaining('n8n did not close the link'), []]);
	});
});
