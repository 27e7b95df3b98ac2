import { once } from 'node:events';
import type { Socket } from 'node:net';
import { httpBench } from './httpBench';

const { http, server } = httpBench();

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
