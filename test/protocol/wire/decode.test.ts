import { clockSkew, retryAfter } from '../../../src/protocol/wire/decode';
import { answer, NOW, refused } from './decodeFixtures';

test('a web page, a text that is not JSON and a redirect are errors', () => {
	const error = refused(
		'op',
		answer(200, '<!DOCTYPE html><html><head><title> Sign in </title></head></html>', {
			'content-type': 'text/html',
		}),
		NOW,
	);
	expect(error).toMatchObject({ kind: 'protocol', retryable: false });
	expect(error.message).toContain('web page titled "Sign in"');
	expect(error.hint).toContain('Base URL');
	expect(refused('op', answer(200, 'pong'), NOW)).toMatchObject({ kind: 'protocol' });
	expect(refused('op', answer(200, '{"a":'), NOW)).toMatchObject({ kind: 'protocol' });
	expect(refused('op', answer(302, '', { location: 'https://x.example/login?sign=SECRET' }), NOW).message).toBe(
		// The path and the query may contain a secret.
		'The service redirects to https://x.example instead of answering (HTTP 302)',
	);
});

test('Retry-After in seconds or as a date; no Date, no clock skew', () => {
	expect(retryAfter({ 'retry-after': '7' }, NOW)).toBe(7);
	expect(retryAfter({ 'retry-after': 'Fri, 02 Jan 2026 03:04:15 GMT' }, NOW)).toBe(10);
	expect(retryAfter({ 'retry-after': 'Fri, 02 Jan 2026 03:00:00 GMT' }, NOW)).toBe(0);
	expect(retryAfter({ 'retry-after': 'soon' }, NOW)).toBeUndefined();
	expect(refused('op', answer(429, '', { 'retry-after': '3' }), NOW)).toMatchObject({
		kind: 'busy',
		retryAfter: 3,
		retryable: true,
	});
	expect(clockSkew({}, NOW)).toBeUndefined();
});
