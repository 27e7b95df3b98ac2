import { httpFor } from '../../../src/client/http/http';
import { errorOf } from '../../support/ports';
import { httpBench } from './httpBench';

const { http, server, closing } = httpBench();

test('redirects are followed only when requested, and take no credential to another origin', async () => {
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
	expect(near.requests.at(-1)).toMatchObject({
		url: '/second',
		headers: { authorization: 'Bearer T', 'x-svc-token': 'T' },
	});
	const last = far.requests[0]!.headers;
	expect(last.range).toBe('bytes=5-');
	for (const name of ['authorization', 'x-svc-token', 'cookie', 'x-other']) expect(last[name]).toBeUndefined();
});

test('the egress filter checks every address, redirect and connection', async () => {
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
	const filtered = closing(httpFor({ allowUnauthorizedCerts: false, egress }));
	expect(httpFor({ allowUnauthorizedCerts: false, egress })).toBe(filtered);
	expect(await errorOf(filtered.request({ method: 'GET', url: `${near.url}/forbidden` }))).toMatchObject({
		kind: 'network',
		retryable: false,
	});
	expect(near.requests).toHaveLength(0);
	expect(await errorOf(filtered.request({ method: 'GET', url: near.url, followRedirects: true }))).toMatchObject({
		kind: 'network',
		retryable: false,
	});
	expect(far.requests).toHaveLength(0);
	const port = new URL(far.url).port;
	expect(await (await filtered.request({ method: 'GET', url: `http://made-up.invalid:${port}/` })).text()).toBe(
		'far',
	);
	expect(asked).toContain('lookup');
});
