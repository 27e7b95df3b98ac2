import { FakeServer, type Handler } from './fakeServer';

/* The fake server by itself, asked by the client of Node. */

let fake: FakeServer | undefined;
afterEach(async () => await fake?.close());
const start = async (handler: Handler): Promise<FakeServer> => (fake = await FakeServer.start(handler));

test('disturbs connections', async () => {
	const faults = ['reset', 'notHttp', 'cut', 'drip'] as const;
	const { url } = await start(({ index }) => ({
		body: 'x'.repeat(100),
		headers: { 'content-length': index === 2 ? 200 : 100 },
		fault: faults[index]!,
	}));
	const outcomes: unknown[] = [];
	for (const _ of faults)
		outcomes.push(
			await fetch(url)
				.then(
					async (a) => await a.text(),
					() => 'no answer',
				)
				.catch(() => 'half'),
		);
	expect(outcomes).toEqual(['no answer', 'no answer', 'half', 'x'.repeat(100)]);
});

test('what a handler throws is answered with 500 and kept', async () => {
	const { url, errors } = await start(() => {
		throw new Error('bad handler');
	});
	expect((await fetch(url)).status).toBe(500);
	expect(String(errors)).toContain('bad handler');
});

test('faults on arrival strike before the body has been read', async () => {
	const early = ['reset', 'notHttp', 'resetInBody', undefined] as const;
	fake = await FakeServer.start(() => ({}), { onArrival: ({ index }) => early[index] });
	const { url, requests } = fake;
	const outcomes: unknown[] = [];
	for (const _ of early)
		outcomes.push(
			await fetch(url, { method: 'POST', body: 'x' }).then(
				({ status }) => status,
				() => 'no answer',
			),
		);
	expect(outcomes).toEqual(['no answer', 'no answer', 'no answer', 200]);
	expect(requests).toHaveLength(1);
});
