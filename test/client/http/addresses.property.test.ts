import { deepEqual, equal, ok } from 'node:assert/strict';
import fc from 'fast-check';
import { textAnswer } from '../../../src/client/http/httpAnswer';
import { sendFollowing, requireHttps, serviceUrl } from '../../../src/client/http/addresses';
import type { HttpRequest } from '../../../src/client/http/types';
import { anyText } from '../../support/arbitraries';
import { outcomeLater, outcomeOf } from '../../support/check';
import { property } from '../../support/property';

/* Addresses of the service and what they lead to. */

const HOSTS = [
	'files.example.com',
	'files.example.com:8443',
	'evil.example',
	'127.0.0.1',
	'[::1]',
	'FILES.example.com',
	'ex\u00e4mple.com',
];
const SCHEMES = [
	'https://',
	'http://',
	'HTTPS://',
	'ftp://',
	'https:',
	'//',
	'ht\ttps://',
	' https://',
	'javascript:',
	'file:///',
];
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
	promise: 'a Base URL leads to its own host without credentials and below its own path, or is refused',
	count: 1050,
	cases: fc.record({ base: address, path: fc.constantFrom('/m-open/1/file/ls', '/oauth2/token2', '/x') }),
	keeps: ({ base, path }) => {
		const made = outcomeOf(() => serviceUrl(base, path));
		if (made.error) return deepEqual([made.error.kind, made.error.field], ['input', 'Base URL']);
		const { value: url } = made;
		const given = new URL(base.trim());
		equal(url.origin, given.origin);
		ok(url.protocol === 'https:' || url.protocol === 'http:');
		deepEqual([url.username, url.password, url.search, url.hash], ['', '', '', '']);
		ok(url.pathname.endsWith(path) && url.pathname.startsWith(given.pathname.replace(/\/*$/, '')));
	},
});

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

const SECRET_HEADERS = { authorization: 'Bearer s', cookie: 's=1', 'x-svc-upload-session': 's', 'X-Token': 's' };
const HARMLESS = ['accept', 'range', 'if-range', 'user-agent', 'accept-language', 'accept-encoding'];
const target = fc.oneof(
	{ arbitrary: address, weight: 3 },
	fc.constantFrom(
		'/next',
		'next',
		'?a=1',
		'',
		'//evil.example/x',
		'/\\evil.example',
		'https:/evil.example',
		'http:next',
	),
);
const redirects = fc.record({
	url: fc.constantFrom(
		'https://files.example.com/a',
		'http://files.example.com/a',
		'https://files.example.com:8443/',
	),
	method: fc.constantFrom('GET' as const, 'POST' as const, 'PUT' as const),
	follow: fc.boolean(),
	httpsOnly: fc.boolean(),
	forbidden: fc.option(fc.constantFrom('evil.example', '127.0.0.1', 'files.example.com'), { nil: undefined }),
	answers: fc.array(
		fc.record({
			status: fc.constantFrom(200, 301, 302, 303, 304, 307, 308, 404),
			location: fc.option(target, { nil: undefined }),
		}),
		{ minLength: 1, maxLength: 9 },
	),
});

/** n8n's egress filter: one host may not be reached. */
const egressWithout = (host: string) => ({
	validateUrl: (url: string) =>
		new URL(url).hostname === host ? { ok: false, error: new Error('forbidden') } : { ok: true },
	createSecureLookup: () => undefined,
	validateRedirectSync: (url: string) => {
		if (new URL(url).hostname === host) throw new Error('forbidden');
	},
});

property({
	promise:
		'redirects end, take no credentials to another origin, and reach no http where it is off and no forbidden host',
	count: 1750,
	cases: redirects,
	keeps: async ({ url, method, follow, httpsOnly: onlyHttps, forbidden, answers }) => {
		const sent: HttpRequest[] = [];
		const send = async (request: HttpRequest) => {
			const { status, location } = answers[Math.min(sent.length, answers.length - 1)] ?? { status: 200 };
			sent.push(request);
			return textAnswer(status, location === undefined ? {} : { location }, '');
		};
		const egress = forbidden === undefined ? {} : { egress: egressWithout(forbidden) };
		const headers = { ...SECRET_HEADERS, accept: '*/*', Range: 'bytes=1-' };
		const first: HttpRequest = { url, method, headers, followRedirects: follow };
		const outcome = await outcomeLater(
			async () => await sendFollowing(send, { httpsOnly: onlyHttps, ...egress }, first),
		);
		ok(sent.length <= 6, `${sent.length} requests`);
		if (!follow || method === 'POST' || method === 'PUT') ok(sent.length <= 1, 'nobody asked to follow');
		const from = new URL(url).origin;
		let left = false;
		for (const request of sent) {
			const to = new URL(request.url);
			ok(['http:', 'https:'].includes(to.protocol) && (!onlyHttps || to.protocol === 'https:'), request.url);
			ok(to.hostname !== forbidden, 'a forbidden host was reached');
			left ||= to.origin !== from;
			const names = Object.keys(request.headers ?? {}).map((name) => name.toLowerCase());
			if (left)
				deepEqual(
					names.filter((name) => !HARMLESS.includes(name)),
					[],
				);
			else equal(names.length, 6);
			equal(request.method, method);
		}
		if (outcome.error) ok(!/Bearer|user|pass/.test(outcome.error.message), outcome.error.message);
	},
});
