import { once } from 'node:events';
import type { Socket } from 'node:net';
import { httpFor } from '../../../src/client/http/http';
import { httpBench } from './httpBench';

const { http, server, closing } = httpBench();

test('equal settings share one client, different settings do not', () => {
	expect(httpFor({ allowUnauthorizedCerts: false })).toBe(http());
	expect(closing(httpFor({ allowUnauthorizedCerts: true }))).not.toBe(http());
});

test('keeps connections alive: ten requests in turn use one socket', async () => {
	const s = await server((_, answer) => answer.setHeader('X-Twice', ['a', 'b']).end('hello'));
	for (let i = 0; i < 10; i++) {
		const answer = await http().request({ method: 'GET', url: `${s.url}/a?b=c` });
		expect(answer.status).toBe(200);
		expect(answer.headers['x-twice']).toBe('a, b');
		if (i % 2) await answer.discard();
		else expect(await answer.text()).toBe('hello');
	}
	expect(s.sockets).toBe(1);
	expect(s.requests[0]?.url).toBe('/a?b=c');
});

test('closes its connections, also those for large answers', async () => {
	const s = await server((_, answer) => answer.end('hello'));
	const client = http();
	const sockets: Socket[] = [];
	s.server.on('connection', (socket: Socket) => sockets.push(socket));
	for (const largeAnswer of [false, true]) {
		const answer = await client.request({ method: 'GET', url: s.url, largeAnswer });
		await answer.receive(() => undefined);
	}
	expect(sockets.map(({ destroyed }) => destroyed)).toEqual([false, false]);
	const closed = sockets.map(async (socket) => await once(socket, 'close'));
	await client.close();
	await Promise.all(closed);
});

describe('with a proxy in the environment', () => {
	const before = { ...process.env };
	afterEach(() => {
		for (const name of ['HTTP_PROXY', 'NO_PROXY'])
			if (before[name] === undefined) delete process.env[name];
			else process.env[name] = before[name];
	});

	test('http goes to the proxy in absolute form, a host of NO_PROXY does not', async () => {
		const target = await server((_, answer) => answer.end('direct'));
		const proxy = await server((request, answer) => answer.end(`via proxy ${request.method} ${request.url}`));
		process.env.HTTP_PROXY = proxy.url;
		const text = async (url: string) =>
			await (await http().request({ method: 'POST', url, body: 'a=b', headers: { 'x-a': '1' } })).text();
		expect(await text('http://files.example.com/x?y=1')).toBe('via proxy POST http://files.example.com/x?y=1');
		expect(proxy.requests[0]).toMatchObject({ headers: { host: 'files.example.com', 'x-a': '1' } });
		expect(proxy.requests[0]?.body.toString()).toBe('a=b');
		process.env.NO_PROXY = '127.0.0.1';
		expect(await text(target.url)).toBe('direct');
	});
});
