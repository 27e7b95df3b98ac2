import 'reflect-metadata';
import { SsrfProtectionService } from '@n8n/backend-network';
import { SsrfProtectionConfig } from '@n8n/config';
import { httpFor } from '../../../src/client/http/http';
import { serviceUrl } from '../../../src/client/http/addresses';
import type { EgressFilter } from '../../../src/client/http/types';
import { errorOf } from '../../support/ports';
import { httpBench } from './httpBench';

const { server, closing } = httpBench();

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

describe('with the protection of n8n as it is when it is turned on', () => {
	const filter = (ranges: object = {}): EgressFilter => {
		const config = Object.assign(new SsrfProtectionConfig(), { enabled: true, ...ranges });
		const logger = { scoped: () => ({ warn: () => undefined, debug: () => undefined }) };
		const lookup = async (): Promise<object[]> => [{ address: '::', family: 6 }];
		return new SsrfProtectionService(config, { lookup } as never, logger as never) as unknown as EgressFilter;
	};
	const asked = async (url: string, ranges?: object): Promise<unknown> => {
		const client = closing(httpFor({ allowUnauthorizedCerts: false, egress: filter(ranges) }));
		return await errorOf(
			client.request({ method: 'GET', url, followRedirects: true }).then(async (a) => await a.text()),
		);
	};
	const REFUSED = {
		kind: 'network',
		retryable: false,
		message: expect.stringContaining('n8n does not allow') as string,
	};

	test('the unspecified address of IPv6 is refused as ::1 is, also in a redirect and behind a name', async () => {
		const near = await server((_, answer) => answer.end('here'));
		const port = new URL(near.url).port;
		for (const host of ['[::1]', '[::]', '[0:0:0:0:0:0:0:0]', 'named.invalid'])
			expect(await asked(`http://${host}:${port}/`)).toMatchObject(REFUSED);
		const redirecting = await server((_, answer) =>
			answer.writeHead(302, { location: `http://[::]:${port}/` }).end(),
		);
		expect(await asked(redirecting.url, { allowedIpRanges: ['127.0.0.1/32'] })).toMatchObject(REFUSED);
		expect(near.requests).toEqual([]);
	});
});
