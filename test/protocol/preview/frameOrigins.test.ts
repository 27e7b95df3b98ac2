import { frameOrigins } from '../../../src/protocol/preview/frameOrigins';

/* Websites that may show a page: what goes into frame-ancestors (CSP), and nothing else. */

test.each([
	[['https://intranet.example.com'], ['https://intranet.example.com']],
	[[' HTTPS://Intranet.Example.com/ '], ['https://intranet.example.com']],
	[
		['http://localhost:5678', 'http://a:80'],
		['http://localhost:5678', 'http://a'],
	],
	[['https://a.example', 'https://a.example:443/'], ['https://a.example']],
	[['https://127.0.0.1:8443'], ['https://127.0.0.1:8443']],
	[['https://bücher.example'], ['https://xn--bcher-kva.example']],
	[[], []],
])('%j are the origins %j', (entered, origins) => expect(frameOrigins('Embedding', entered)).toEqual(origins));

test.each([
	'',
	'intranet.example.com',
	'https://a.example/path',
	'https://a.example/?',
	'https://a.example/#',
	'https://a.example?x=1',
	'https://*.example.com',
	'https://kim:secret@a.example',
	"https://a'.example",
	'https://a;b.example',
	'https://a.example.',
	'https://-a.example',
	'https://[::1]',
	'ftp://a.example',
	'ws://a.example',
	'data:text/html,x',
])('%j is refused', (entered) =>
	expect(() => frameOrigins('Embedding', ['https://ok.example', entered])).toThrow(
		'Embedding contains something other than the origin of a website',
	),
);

test('at most 50, each counted once', () => {
	const fifty = Array.from({ length: 50 }, (_, n) => `https://s${n}.example`);
	expect(frameOrigins('Embedding', [...fifty, fifty[0] ?? ''])).toHaveLength(50);
	expect(() => frameOrigins('Embedding', [...fifty, 'https://one.more.example'])).toThrow('has more than 50 entries');
});
