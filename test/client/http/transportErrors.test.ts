import { neverSent, stayedSilent, transportError } from '../../../src/client/http/transportErrors';
import { LibraryError } from '../../../src/protocol/wire/libraryError';

const URL_WITH_SECRET = 'https://user:pw@files.example.com:8443/m-open/1?sign=SECRET#part';
const coded = (code: string): Error => Object.assign(new Error('low level'), { code });

test.each([
	['ECONNREFUSED', 'network', true],
	['EHOSTUNREACH', 'network', true],
	['ENETUNREACH', 'network', true],
	['ENOTFOUND', 'network', false],
	['EAI_AGAIN', 'network', true],
	['UND_ERR_CONNECT_TIMEOUT', 'timeout', true],
	['UND_ERR_HEADERS_TIMEOUT', 'timeout', true],
	['UND_ERR_BODY_TIMEOUT', 'timeout', true],
	['UND_ERR_SOCKET', 'network', true],
	['ECONNRESET', 'network', true],
	['EMFILE', 'network', true],
	['EACCES', 'network', false],
	['EPROTO', 'network', false],
	['CERT_HAS_EXPIRED', 'network', false],
	['DEPTH_ZERO_SELF_SIGNED_CERT', 'network', false],
	['HPE_INVALID_CONSTANT', 'network', true],
	['UND_ERR_RES_CONTENT_LENGTH_MISMATCH', 'network', true],
	['UND_ERR_HEADERS_OVERFLOW', 'protocol', false],
	['HPE_HEADER_OVERFLOW', 'protocol', false],
	['ESOMETHING', 'network', true],
])('%s is a failure of kind %s; it may pass: %s', (code, kind, retryable) => {
	const cause = coded(code);
	const error = transportError(cause, { url: URL_WITH_SECRET, operation: 'libraryFileCopy' });
	expect(error).toMatchObject({ kind, retryable, code, cause, operation: 'libraryFileCopy' });
	expect(error.message).toMatch(/^https:\/\/files\.example\.com:8443: ./);
	expect(error.message).not.toMatch(/SECRET|pw|m-open/);
	expect(error.hint).toMatch(/./);
});

test('an unknown code and that of a certificate are named, a missing one is not', () => {
	const message = (cause: unknown): string => transportError(cause, { url: 'http://h.example/x' }).message;
	expect(message(coded('ESOMETHING'))).toBe('http://h.example: the transfer failed (ESOMETHING)');
	expect(message(new Error('odd'))).toBe('http://h.example: the transfer failed');
	expect(message('odd')).toBe('http://h.example: the transfer failed');
	expect(message(coded('CERT_HAS_EXPIRED'))).toContain('(CERT_HAS_EXPIRED)');
	expect(message(coded('NOT_A_CERT_CODE'))).toContain('the transfer failed (NOT_A_CERT_CODE)');
});

test('a proxy that refuses a tunnel is named by its status only where undici says so', () => {
	const at = { url: 'https://h.example' };
	const refused = new Error('Proxy response (403) !== 200 when HTTP Tunneling');
	expect(transportError(new Error('outer', { cause: refused }), at)).toMatchObject({
		kind: 'network',
		retryable: false,
		message: 'https://h.example: the proxy refused the connection (HTTP 403)',
	});
	const other = transportError(new Error('A text about Proxy response (403)'), at);
	expect(other).toMatchObject({ retryable: true, message: 'https://h.example: the transfer failed' });
});

test('a LibraryError passes unchanged', () => {
	const own = new LibraryError('quota', 'full');
	expect(transportError(own, { url: 'https://h.example' })).toBe(own);
});

test('only what cannot have left this machine was never sent', () => {
	const sent = (kind: 'network' | 'aborted', code?: string, status?: number): boolean =>
		!neverSent(new LibraryError(kind, 'x', { ...(code ? { code } : {}), ...(status ? { status } : {}) }));
	const unsent = ['ECONNREFUSED', 'EHOSTUNREACH', 'ENETUNREACH', 'EAI_AGAIN', 'ENOTFOUND', 'UND_ERR_CONNECT_TIMEOUT'];
	for (const code of unsent) expect([code, sent('network', code)]).toEqual([code, false]);
	for (const code of ['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET', 'UND_ERR_HEADERS_TIMEOUT', undefined])
		expect([code, sent('network', code)]).toEqual([code, true]);
	expect(sent('aborted', 'ECONNREFUSED')).toBe(true);
	expect(sent('network', 'ECONNREFUSED', 502)).toBe(true);
});

test('only the limits on silence say that a server stayed silent', () => {
	const silent = (code?: string): boolean => stayedSilent(new LibraryError('timeout', 'x', code ? { code } : {}));
	expect(['UND_ERR_HEADERS_TIMEOUT', 'UND_ERR_BODY_TIMEOUT'].map(silent)).toEqual([true, true]);
	expect(['UND_ERR_CONNECT_TIMEOUT', 'tooSlow', undefined].map(silent)).toEqual([false, false, false]);
});
