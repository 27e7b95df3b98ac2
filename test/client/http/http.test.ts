import type { Http } from '../../../src/client/http/types';
import { createServer } from 'node:http';
import { connect, createServer as createTcpServer, type AddressInfo } from 'node:net';
import { createServer as createTlsServer } from 'node:https';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { httpFor } from '../../../src/client/http/http';
import { loopback, type Loopback } from '../../support/loopback';
import { errorOf } from '../../support/ports';

const open: Array<{ close(): Promise<unknown> | unknown }> = [];
const kept = <T extends { close(): Promise<unknown> | unknown }>(thing: T): T => {
	open.push(thing);
	return thing;
};
const http = (): Http => kept(httpFor({ allowUnauthorizedCerts: false }));
const server = async (...args: Parameters<typeof loopback>): Promise<Loopback> => kept(await loopback(...args));
afterEach(async () => {
	for (const thing of open.splice(0).reverse()) await thing.close();
});

test('one client for the same settings, another for others', () => {
	expect(httpFor({ allowUnauthorizedCerts: false })).toBe(http());
	expect(kept(httpFor({ allowUnauthorizedCerts: true }))).not.toBe(http());
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
	expect(s.seen[0]?.url).toBe('/a?b=c');
});

test.each([1, 262_144, 262_145, 10_000_000])('sends a buffer of %i bytes whole, with its length', async (size) => {
	const s = await server((request, answer) => answer.end(String(request.body.length)));
	const body = Buffer.alloc(size, 7);
	const answer = await http().request({ method: 'PUT', url: s.url, body });
	expect(await answer.text()).toBe(String(size));
	expect(s.seen[0]?.headers['content-length']).toBe(String(size));
	expect(s.seen[0]?.body.equals(body)).toBe(true);
});

test.each([0, 5, 300_000])('sends a multipart body with a file of %i bytes', async (size) => {
	const s = await server((_, answer) => answer.end());
	const content = Buffer.alloc(size, 'z');
	await http().request({
		method: 'POST',
		url: s.url,
		body: {
			fields: [
				['name', 'ü "x"'],
				['path', ''],
			],
			file: {
				field: 'file',
				name: 'ü "x".txt',
				contentType: 'text/plain',
				size,
				pieces: Readable.from([content], { objectMode: false }),
			},
		},
	});
	const { headers, body } = s.seen[0]!;
	const boundary = /boundary=(.+)$/.exec(headers['content-type'] ?? '')?.[1];
	expect(headers['content-length']).toBe(String(body.length));
	expect(body.toString()).toBe(
		[
			`--${boundary}`,
			'Content-Disposition: form-data; name="name"',
			'',
			'ü "x"',
			`--${boundary}`,
			'Content-Disposition: form-data; name="path"',
			'',
			'',
			`--${boundary}`,
			'Content-Disposition: form-data; name="file"; filename="ü %22x%22.txt"',
			'Content-Type: text/plain',
			'',
			content.toString(),
			`--${boundary}--`,
			'',
		].join('\r\n'),
	);
});

test('a failing body is the error, and destroys nothing else', async () => {
	const s = await server((_, answer) => answer.end('ok'));
	const stream = new Readable({
		read() {
			this.destroy(new Error('disk gone'));
		},
	});
	const error = await errorOf(http().request({ method: 'POST', url: s.url, body: stream }));
	expect(error['kind']).toBe('network');
	expect(String((error.cause as Error).message)).toBe('disk gone');
	expect(await (await http().request({ method: 'GET', url: s.url })).text()).toBe('ok');
});

test('a refused connection is a network error without query', async () => {
	const s = await loopback(() => undefined);
	await s.close();
	const error = await errorOf(http().request({ method: 'GET', url: `${s.url}/m-open?sign=SECRET` }));
	expect(error).toMatchObject({ name: 'LibraryError', kind: 'network', code: 'ECONNREFUSED', retryable: true });
	expect(error.message).toContain(s.url);
	expect(error.message).not.toContain('/m-open');
	expect(JSON.stringify(error) + error.message).not.toContain('SECRET');
});

test('an unknown host is not worth a retry', async () => {
	const error = await errorOf(http().request({ method: 'GET', url: 'http://no-such-host.invalid/' }));
	expect(error['kind']).toBe('network');
	expect(['ENOTFOUND', 'EAI_AGAIN']).toContain(error['code']);
});

test('silence before and inside the answer is a timeout', async () => {
	const mute = await server(() => undefined);
	expect(await errorOf(http().request({ method: 'GET', url: mute.url, headersTimeout: 50 }))).toMatchObject({
		kind: 'timeout',
		retryable: true,
	});
	const slow = await server((_, answer) => void answer.writeHead(200, { 'content-length': '10' }).write('abc'));
	const answer = await http().request({ method: 'GET', url: slow.url, bodyTimeout: 50 });
	expect(await errorOf(answer.text())).toMatchObject({ kind: 'timeout' });
});

test('a connection cut inside the answer is a network error', async () => {
	const s = await server((_, answer) => {
		answer.writeHead(200, { 'content-length': '10' }).write('abc');
		setTimeout(() => answer.destroy(), 20);
	});
	const answer = await http().request({ method: 'GET', url: s.url });
	expect(await errorOf(answer.text())).toMatchObject({ kind: 'network', retryable: true });
});

test('a signal cancels before, while waiting and inside the answer', async () => {
	const mute = await server(() => undefined);
	expect(await errorOf(http().request({ method: 'GET', url: mute.url, signal: AbortSignal.abort() }))).toMatchObject({
		kind: 'aborted',
		retryable: false,
	});
	expect(mute.seen).toHaveLength(0);
	expect(
		await errorOf(http().request({ method: 'GET', url: mute.url, signal: AbortSignal.timeout(30) })),
	).toMatchObject({ kind: 'aborted' });
	const slow = await server((_, answer) => void answer.writeHead(200).write('abc'));
	const stop = new AbortController();
	const answer = await http().request({ method: 'GET', url: slow.url, signal: stop.signal });
	setTimeout(() => stop.abort(), 30);
	expect(await errorOf(answer.text())).toMatchObject({ kind: 'aborted' });
});

test('redirects are followed only when asked, and carry no credential elsewhere', async () => {
	const far = await server((_, answer) => answer.end('far'));
	const near = await server((request, answer) => {
		const location = request.url === '/first' ? '/second' : `${far.url}/third`;
		answer.writeHead(302, { location }).end('moved');
	});
	const headers = { authorization: 'Bearer T', 'x-svc-token': 'T', cookie: 'c=1', 'x-other': '1', range: 'bytes=5-' };
	const stay = await http().request({ method: 'GET', url: `${near.url}/first`, headers });
	expect(stay.status).toBe(302);
	await stay.discard();
	const answer = await http().request({ method: 'GET', url: `${near.url}/first`, headers, followRedirects: true });
	expect(await answer.text()).toBe('far');
	expect(near.seen.at(-1)).toMatchObject({
		url: '/second',
		headers: { authorization: 'Bearer T', 'x-svc-token': 'T' },
	});
	const last = far.seen[0]!.headers;
	expect(last['range']).toBe('bytes=5-');
	for (const name of ['authorization', 'x-svc-token', 'cookie', 'x-other']) expect(last[name]).toBeUndefined();
});

test('a circle of redirects ends', async () => {
	const s = await server((_, answer) => answer.writeHead(302, { location: '/' }).end());
	expect(await errorOf(http().request({ method: 'GET', url: s.url, followRedirects: true }))).toMatchObject({
		kind: 'protocol',
	});
	expect(s.seen).toHaveLength(6);
});

test.each(['file:///etc/passwd', 'javascript:1', 'http://['])('a redirect to %s is refused', async (location) => {
	const s = await server((_, answer) => answer.writeHead(302, { location }).end());
	expect(await errorOf(http().request({ method: 'GET', url: s.url, followRedirects: true }))).toMatchObject({
		kind: 'protocol',
	});
});

test('the egress filter sees each target, each redirect and each connection', async () => {
	const far = await server((_, answer) => answer.end('far'));
	const near = await server((_, answer) => answer.writeHead(302, { location: `${far.url}/secret` }).end());
	const asked: string[] = [];
	const egress = {
		validateUrl: async (url: string) => {
			asked.push(url);
			return url.includes('forbidden') ? { ok: false, error: new Error('no') } : { ok: true };
		},
		createSecureLookup:
			() =>
			(_host: string, options: { all?: boolean }, done: (e: Error | null, a: unknown, f?: number) => void) => {
				asked.push('lookup');
				if (options.all) done(null, [{ address: '127.0.0.1', family: 4 }]);
				else done(null, '127.0.0.1', 4);
			},
		validateRedirectSync: (url: string) => {
			if (url.endsWith('/secret')) throw new Error('no');
		},
	};
	const filtered = kept(httpFor({ allowUnauthorizedCerts: false, egress }));
	expect(httpFor({ allowUnauthorizedCerts: false, egress })).toBe(filtered);
	expect(await errorOf(filtered.request({ method: 'GET', url: `${near.url}/forbidden` }))).toMatchObject({
		kind: 'network',
		retryable: false,
	});
	expect(near.seen).toHaveLength(0);
	expect(await errorOf(filtered.request({ method: 'GET', url: near.url, followRedirects: true }))).toMatchObject({
		kind: 'network',
		retryable: false,
	});
	expect(far.seen).toHaveLength(0);
	const port = new URL(far.url).port;
	expect(await (await filtered.request({ method: 'GET', url: `http://made-up.invalid:${port}/` })).text()).toBe(
		'far',
	);
	expect(asked).toContain('lookup');
});

describe('with a proxy in the environment', () => {
	const before = { ...process.env };
	afterEach(() => {
		for (const name of ['HTTP_PROXY', 'NO_PROXY'])
			if (before[name] === undefined) delete process.env[name];
			else process.env[name] = before[name];
	});

	test('http goes to the proxy in absolute form, NO_PROXY does not', async () => {
		const target = await server((_, answer) => answer.end('direct'));
		const proxy = await server((request, answer) => answer.end(`via proxy ${request.method} ${request.url}`));
		process.env['HTTP_PROXY'] = proxy.url;
		const text = async (url: string) =>
			await (await http().request({ method: 'POST', url, body: 'a=b', headers: { 'x-a': '1' } })).text();
		expect(await text('http://files.example.com/x?y=1')).toBe('via proxy POST http://files.example.com/x?y=1');
		expect(proxy.seen[0]).toMatchObject({ headers: { host: 'files.example.com', 'x-a': '1' } });
		expect(proxy.seen[0]?.body.toString()).toBe('a=b');
		process.env['NO_PROXY'] = '127.0.0.1';
		expect(await text(target.url)).toBe('direct');
	});
});

describe('with https', () => {
	const folder = mkdtempSync(join(tmpdir(), 'tls-'));
	execFileSync(
		'openssl',
		[
			'req',
			'-x509',
			'-newkey',
			'ec',
			'-pkeyopt',
			'ec_paramgen_curve:prime256v1',
			'-nodes',
			'-subj',
			'/CN=localhost',
			'-days',
			'2',
			'-keyout',
			join(folder, 'key'),
			'-out',
			join(folder, 'cert'),
		],
		{ stdio: 'ignore' },
	);
	const tls = async () => {
		const s = createTlsServer(
			{ key: readFileSync(join(folder, 'key')), cert: readFileSync(join(folder, 'cert')) },
			(_, answer) => answer.end('safe'),
		);
		await new Promise<void>((resolve) => s.listen(0, '127.0.0.1', resolve));
		return kept({
			url: `https://127.0.0.1:${(s.address() as AddressInfo).port}`,
			close: async () => {
				s.closeAllConnections();
				await new Promise((resolve) => s.close(resolve));
			},
		});
	};

	test('an untrusted certificate is refused, with a way out', async () => {
		const { url } = await tls();
		const error = await errorOf(http().request({ method: 'GET', url }));
		expect(error).toMatchObject({ kind: 'network', retryable: false });
		expect(error['hint']).toContain('Ignore SSL Issues');
	});

	test('it is taken when SSL issues are ignored, also through a proxy', async () => {
		const { url } = await tls();
		const lax = () => kept(httpFor({ allowUnauthorizedCerts: true }));
		expect(await (await lax().request({ method: 'GET', url })).text()).toBe('safe');
		let tunnels = 0;
		const proxy = createServer().on('connect', (request, socket) => {
			tunnels++;
			const [host, port] = (request.url ?? '').split(':');
			const out = connect(Number(port), host, () => {
				socket.write('HTTP/1.1 200 OK\r\n\r\n');
				out.pipe(socket);
				socket.pipe(out);
			});
			for (const s of [socket, out]) s.on('error', () => undefined);
		});
		await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
		kept({
			close: async () => {
				proxy.closeAllConnections();
				await new Promise((resolve) => proxy.close(resolve));
			},
		});
		process.env['HTTPS_PROXY'] = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
		try {
			expect(await (await lax().request({ method: 'GET', url })).text()).toBe('safe');
			expect(tunnels).toBe(1);
		} finally {
			delete process.env['HTTPS_PROXY'];
		}
	});

	test('https to a plain http port hints at the scheme', async () => {
		const s = await server((_, answer) => answer.end());
		const error = await errorOf(http().request({ method: 'GET', url: s.url.replace('http:', 'https:') }));
		expect(error).toMatchObject({ kind: 'network', retryable: false });
		expect(error['hint']).toContain('http://');
	});
});

test('a server that speaks something else is no crash', async () => {
	const tcp = createTcpServer((socket) => void socket.resume().end('SSH-2.0-hello\r\n'));
	await new Promise<void>((resolve) => tcp.listen(0, '127.0.0.1', resolve));
	kept({ close: async () => await new Promise((resolve) => tcp.close(resolve)) });
	const error = await errorOf(
		http().request({ method: 'GET', url: `http://127.0.0.1:${(tcp.address() as AddressInfo).port}` }),
	);
	expect(error).toMatchObject({ name: 'LibraryError', kind: 'network' });
});
