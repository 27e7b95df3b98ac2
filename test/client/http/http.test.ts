import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { networkInterfaces } from 'node:os';
import { transportFor } from '../../../src/edition/full/transport';
import { errorOf } from '../../support/ports';
import { httpBench } from './httpBench';

const { http, server } = httpBench();

test('equal settings share connections, different settings do not', () => {
	const [strict, lax] = [{ allowUnauthorizedCerts: false }, { allowUnauthorizedCerts: true }];
	expect(transportFor(strict)).toBe(transportFor(strict));
	expect(transportFor(lax)).not.toBe(transportFor(strict));
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

test('provisional heads without end are given up', async () => {
	const { url } = await server((_, { socket }) => {
		socket?.on('error', () => undefined);
		socket?.write('HTTP/1.1 103 Early Hints\r\n\r\n'.repeat(100_001));
	});
	expect((await errorOf(http().request({ method: 'GET', url }))).message).toContain('very small pieces');
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

const HAS_IPV6 = Object.values(networkInterfaces()).some((all) => all?.some(({ address }) => address === '::1'));
(HAS_IPV6 ? test : test.skip)('a service that has IPv6 only', async () => {
	const only = createServer((_, answer) => answer.end('six'));
	await new Promise<void>((resolve) => only.listen(0, '::1', resolve));
	const { port } = only.address() as AddressInfo;
	const answer = await http().request({ method: 'GET', url: `http://[::1]:${port}` });
	expect(await answer.text()).toBe('six');
	only.closeAllConnections();
	only.close();
});
