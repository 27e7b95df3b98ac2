import { httpFor } from '../../../src/client/http/http';
import { serviceUrl } from '../../../src/client/http/serviceUrl';
import { errorOf } from '../../support/ports';
import { httpBench } from './httpBench';

const { server, closing } = httpBench();

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

test.each<[string, object, object]>([
	[
		'that the filter refuses when it is looked up again is refused at once, with the reason',
		new Error('resolves to a restricted IP address'),
		{ retryable: false, message: expect.stringMatching(/^rebound\.invalid: n8n does not allow/) as string },
	],
	[
		'that the name server did not answer for may be tried again',
		Object.assign(new Error('queryA'), { code: 'EAI_AGAIN' }),
		{ retryable: true, code: 'EAI_AGAIN' },
	],
])('a host %s', async (_, refusal, expected) => {
	const lookup = (_host: string, _options: object, done: (error: object, found: string) => void) => done(refusal, '');
	const allowed = { validateUrl: () => ({ ok: true }), validateRedirectSync: () => undefined };
	const http = closing(
		httpFor({ allowUnauthorizedCerts: false, egress: { ...allowed, createSecureLookup: () => lookup } }),
	);
	for (const largeAnswer of [false, true]) {
		const asked = http.request({ method: 'GET', url: 'http://rebound.invalid:8080/x?sign=SECRET', largeAnswer });
		expect(await errorOf(asked)).toMatchObject({ kind: 'network', ...expected });
	}
});

test.each([
	['https://h.example', 'https://h.example/m-open/1/x'],
	['https://h.example/', 'https://h.example/m-open/1/x'],
	['http://h.example:8080/base/', 'http://h.example:8080/base/m-open/1/x'],
	[' https://h.example/a/b ', 'https://h.example/a/b/m-open/1/x'],
])('the Base URL %j leads to %s', (base, url) => expect(serviceUrl(base, '/m-open/1/x').href).toBe(url));
