import { equal, ok } from 'node:assert/strict';
import fc from 'fast-check';
import { requireHttps } from '../../../src/client/http/addresses';
import { anyText } from '../../support/arbitraries';
import { outcomeOf } from '../../support/check';
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
