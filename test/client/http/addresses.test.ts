import { equal, ok } from 'node:assert/strict';
import { SsrfProtectionService } from '@n8n/backend-network';
import { SsrfProtectionConfig } from '@n8n/config';
import fc from 'fast-check';
import 'reflect-metadata';
import {
	checkEgress,
	checkRedirectEgress,
	sendFollowing,
	serviceUrl,
	requireHttps,
} from '../../../src/client/http/addresses';
import { httpFor } from '../../../src/client/http/http';
import type { EgressFilter, HttpAnswer, HttpRequest, HttpSettings } from '../../../src/client/http/types';
import { anyText } from '../../support/arbitraries';
import { outcomeOf } from '../../support/check';
import { errorOf } from '../../support/ports';
import { property } from '../../support/property';
import { httpBench } from './httpBench';

/* Which answers are followed, with which headers, and what a filter may forbid: without a connection. */

interface Step {
	readonly status: number;
	readonly location?: string;
}

/** Sends `first` to a service that answers by these steps, the last one again and again. */
function following(first: Partial<HttpRequest>, steps: readonly Step[], settings: Partial<HttpSettings> = {}) {
	const log: string[] = [];
	const sent: HttpRequest[] = [];
	const send = async (request: HttpRequest): Promise<HttpAnswer> => {
		sent.push(request);
		log.push(`${request.method} ${request.url}`);
		const { status, location } = steps[Math.min(sent.length, steps.length) - 1]!;
		return {
			status,
			headers: location === undefined ? {} : { location },
			text: async () => 'body',
			receive: async () => undefined,
			discard: async () => void log.push('discard'),
		};
	};
	const request: HttpRequest = { method: 'GET', url: 'http://a.example/dir/x?sign=SECRET', followRedirects: true };
	return { log, sent, answer: sendFollowing(send, settings, { ...request, ...first }) };
}

test.each([301, 302, 303, 307, 308])('%i is followed for GET, after its body was dropped', async (status) => {
	const { log, answer } = following({}, [{ status, location: '../y?z=1' }, { status: 200 }]);
	expect((await answer).status).toBe(200);
	expect(log).toEqual(['GET http://a.example/dir/x?sign=SECRET', 'discard', 'GET http://a.example/y?z=1']);
});

test.each<[string, Partial<HttpRequest>, Step]>([
	['300 with an address', {}, { status: 300, location: '/y' }],
	['304 with an address', {}, { status: 304, location: '/y' }],
	['201 with an address', {}, { status: 201, location: '/y' }],
	['302 without an address', {}, { status: 302 }],
	['302 with an empty address', {}, { status: 302, location: '' }],
	['302 to a POST', { method: 'POST' }, { status: 302, location: '/y' }],
	['302 to a PUT', { method: 'PUT' }, { status: 302, location: '/y' }],
	['302 to one who does not follow', { followRedirects: false }, { status: 302, location: '/y' }],
])('%s is an answer as every other', async (_name, first, step) => {
	const { log, answer } = following(first, [step]);
	expect((await answer).status).toBe(step.status);
	expect(log).toHaveLength(1);
});

test('five redirects are followed, the sixth is an error with its status', async () => {
	const again = { status: 307, location: '/y' };
	const five = following({}, [again, again, again, again, again, { status: 200 }]);
	expect((await five.answer).status).toBe(200);
	expect(five.sent).toHaveLength(6);
	const endless = following({}, [again]);
	expect(await errorOf(endless.answer)).toMatchObject({
		kind: 'protocol',
		status: 307,
		message: 'http://a.example: more than 5 redirects',
	});
	expect([endless.sent.length, endless.log.at(-1)]).toEqual([6, 'discard']);
});

test.each(['ftp://h.example/x', 'data:,x', 'https://'])('%s is refused by origin and status', async (location) => {
	const { answer } = following({}, [{ status: 303, location }]);
	const error = await errorOf(answer);
	expect(error).toMatchObject({ kind: 'protocol', status: 303 });
	expect(error.message).toBe('http://a.example: redirects to an address that is not http or https');
});

test('another origin gets harmless headers only, and what was left out does not come back', async () => {
	const harmless = {
		Accept: 'a/b',
		'Accept-Encoding': 'gzip',
		'accept-language': 'de',
		Range: 'bytes=1-',
		'If-Range': '"e"',
		'User-Agent': 'me',
	};
	const steps = [
		{ status: 302, location: '/second' },
		{ status: 302, location: 'https://a.example/third' },
		{ status: 302, location: 'http://a.example/fourth' },
		{ status: 200 },
	];
	const { sent, answer } = following({ headers: { ...harmless, Cookie: 'c=1', 'x-token': 'T' } }, steps);
	await answer;
	const all = { ...harmless, Cookie: 'c=1', 'x-token': 'T' };
	expect(sent.map(({ headers }) => headers)).toEqual([all, all, harmless, harmless]);
});

test('a user name and a password in an address reach nobody, those of a redirect neither', async () => {
	const url = 'http://user:pass@a.example/x?name=a%20b';
	const { sent, answer } = following({ url }, [{ status: 302, location: 'http://u:p@b.example/y' }, { status: 200 }]);
	await answer;
	expect(sent.map((request) => request.url)).toEqual(['http://a.example/x?name=a%20b', 'http://b.example/y']);
});

test('where only https is allowed, neither the request nor a redirect may use http', async () => {
	const first = following({}, [{ status: 200 }], { httpsOnly: true });
	expect(await errorOf(first.answer)).toMatchObject({ kind: 'protocol', retryable: false });
	expect(first.sent).toHaveLength(0);
	const https = { url: 'https://a.example/x' };
	const second = following(https, [{ status: 302, location: 'http://a.example/y' }], { httpsOnly: true });
	const error = await errorOf(second.answer);
	expect(error.message).toBe('http://a.example: the service names a server without encryption (http)');
	expect(second.sent).toHaveLength(1);
	const upper = following({ url: 'HTTPS://a.example/x' }, [{ status: 200 }], { httpsOnly: true });
	expect((await upper.answer).status).toBe(200);
});

const filter = (more: Partial<EgressFilter>): EgressFilter => ({
	validateUrl: () => ({ ok: true }),
	createSecureLookup: () => undefined,
	validateRedirectSync: () => undefined,
	...more,
});

test.each(['http://a.example/x', 'http://b.example/y'])('a filter that forbids %s', async (forbidden) => {
	const egress = filter({ validateUrl: (url) => ({ ok: url !== forbidden }) });
	const steps = [{ status: 302, location: 'http://b.example/y' }, { status: 200 }];
	const { sent, answer } = following({ url: 'http://a.example/x' }, steps, { egress });
	expect(await errorOf(answer)).toMatchObject({ kind: 'network', retryable: false });
	expect(sent.map(({ url }) => url)).not.toContain(forbidden);
});

test('a filter sees the first address as such, and each redirect also as a redirect', async () => {
	const seen: string[] = [];
	const egress = filter({
		validateUrl: (url) => void seen.push(`url ${url}`),
		validateRedirectSync: (url) => void seen.push(`redirect ${url}`),
	});
	const url = 'http://a.example/x';
	await following({ url }, [{ status: 302, location: '/y' }, { status: 200 }], { egress }).answer;
	expect(seen).toEqual([`url ${url}`, 'redirect http://a.example/y', 'url http://a.example/y']);
});

const no = new Error('no');
test.each<[string, () => unknown, unknown]>([
	['says no with a reason', () => ({ ok: false, error: no }), no],
	['says no without one', () => ({ ok: false }), undefined],
	['rejects', async () => await Promise.reject(no), no],
	[
		'throws',
		() => {
			throw no;
		},
		no,
	],
])('a filter that %s forbids the address', async (_how, validateUrl, cause) => {
	const error = await errorOf(checkEgress(filter({ validateUrl }), 'http://10.0.0.1/x?sign=SECRET'));
	expect(error).toMatchObject({ kind: 'network', retryable: false });
	expect(error.message).toBe('http://10.0.0.1: n8n does not allow connections to this address');
	expect(error.cause).toBe(cause);
	expect(error.hint).toContain('N8N_SSRF_');
});

test('every other verdict allows it, and so does no filter', async () => {
	for (const verdict of [{ ok: true }, {}, { ok: 0 }, undefined, null, false, 'no'])
		await checkEgress(filter({ validateUrl: async () => verdict }), 'http://h.example');
	expect(() => checkRedirectEgress(undefined, 'http://h.example')).not.toThrow();
	expect(() => checkRedirectEgress(filter({}), 'http://h.example')).not.toThrow();
});

const { server } = httpBench();

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
	const http = httpFor({ allowUnauthorizedCerts: false, egress: { ...allowed, createSecureLookup: () => lookup } });
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
		const client = httpFor({ allowUnauthorizedCerts: false, egress: filter(ranges) });
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

/* Addresses of the service and what they lead to. */

const HOSTS = ['files.example.com', 'evil.example', '127.0.0.1', '[::1]', 'ex\u00e4mple.com'];
const SCHEMES = ['https://', 'http://', 'HTTPS://', 'https:', '//', 'ht\ttps://', ' https://', 'javascript:'];
const address = fc.oneof(
	{
		arbitrary: fc
			.tuple(
				fc.constantFrom(...SCHEMES),
				fc.constantFrom('', '', '', 'user@', 'user:pass@', '@'),
				fc.constantFrom(...HOSTS),
				fc.constantFrom('', '/', '//', '/base', '/base///', '/a/../b', '/%2e%2e', '\\x', '/ä b'),
				fc.constantFrom('', '', '', '?', '?x=1', '#', '#y'),
			)
			.map((parts) => parts.join('')),
		weight: 5,
	},
	anyText(40),
);

property({
	promise: 'what passes for https is https to everything that opens addresses',
	count: 700,
	cases: address,
	keeps: (url) => {
		const { error } = outcomeOf(() => requireHttps(url));
		if (!error && URL.canParse(url)) equal(new URL(url).protocol, 'https:');
		if (/^https:\/\/[a-z.]+$/.test(url)) equal(error, undefined);
		// No user, password, path or query of the address is in the error.
		if (error) ok(!/user|pass|base|x=1/.test(error.message), error.message);
	},
});
