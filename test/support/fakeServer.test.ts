import { get } from 'node:https';
import { text } from 'node:stream/consumers';
import { untrustedCertificate } from './certificate';
import { FakeServer, type Handler } from './fakeServer';
import { multipartForm } from './multipartForm';

/* The fake server by itself, asked by the client of Node. */

let fake: FakeServer | undefined;
afterEach(async () => await fake?.close());
const start = async (handler: Handler): Promise<FakeServer> => (fake = await FakeServer.start(handler));

test('records path, query, headers, form and body of each request', async () => {
	const { url, requests } = await start(() => ({}));
	await fetch(`${url}/a/b?x=1&x=2`, { method: 'POST', body: new URLSearchParams({ n: 'é&' }), headers: { y: 'z' } });
	await fetch(`${url}/c`);
	const [post, get] = requests;
	expect(post).toMatchObject({ index: 0, method: 'POST', url: '/a/b?x=1&x=2', path: '/a/b', headers: { y: 'z' } });
	expect([post?.query.getAll('x'), [...(post?.form ?? [])], String(post?.body)]).toEqual([
		['1', '2'],
		[['n', 'é&']],
		'n=%C3%A9%26',
	]);
	expect(get).toMatchObject({ index: 1, method: 'GET', path: '/c' });
});

test('reads a multipart form', async () => {
	const { url, requests } = await start(() => ({}));
	const form = new FormData();
	form.append('name', 'é');
	form.append('file', new Blob(['content']), 'x.txt');
	await fetch(url, { method: 'POST', body: form });
	expect(await multipartForm(requests[0]!)).toEqual({
		fields: [['name', 'é']],
		files: ['file'],
		content: Buffer.from('content'),
	});
});

test('replies with JSON, text, bytes, and without a length', async () => {
	const bodies = [{ a: 1 }, 'text', Buffer.from('bytes')];
	const { url } = await start(({ index, path }) => ({
		status: 201,
		body: bodies[index % 3],
		chunked: path === '/chunked',
	}));
	const answers = [await fetch(url), await fetch(url), await fetch(url), await fetch(`${url}/chunked`)];
	expect(answers.map(({ status, headers }) => [status, headers.get('content-length')])).toEqual([
		[201, '7'],
		[201, '4'],
		[201, '5'],
		[201, null],
	]);
	expect(await Promise.all(answers.map(async (answer) => await answer.text()))).toEqual([
		'{"a":1}',
		'text',
		'bytes',
		'{"a":1}',
	]);
	expect(answers[0]?.headers.get('content-type')).toBe('application/json');
});

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

test('speaks HTTPS with a certificate', async () => {
	fake = await FakeServer.start(({ path }) => ({ body: `safe ${path}` }), { tls: untrustedCertificate() });
	const { url } = fake;
	const answer = await new Promise<string>((resolve, reject) => {
		get(`${url}/a`, { rejectUnauthorized: false, agent: false }, (response) => resolve(text(response))).on(
			'error',
			reject,
		);
	});
	expect(answer).toBe('safe /a');
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
