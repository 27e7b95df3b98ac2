import { anyOf, refusal, serverError, uploadServers } from '../../../src/client/upload/serverRequest';
import { fakeClock } from '../../support/ports';

test.each<[unknown, string[]]>([
	['up.example', ['https://up.example']],
	['up.example:8443/', ['https://up.example:8443']],
	['//up.example', ['https://up.example']],
	[' a.example, http://b.example:1/x/ ,', ['https://a.example', 'http://b.example:1/x']],
	[
		['https://a.example', 'b.example'],
		['https://a.example', 'https://b.example'],
	],
	['up.example/go?to=http://b.example', ['https://up.example/go?to=http://b.example']],
	[undefined, []],
	['ftp://a', []],
	['ftp://a/https://b', []],
])('upload servers %j', (value, servers) =>
	expect(uploadServers(value, 'https://files.example.com/base')).toEqual(servers),
);

test('each server is reached at random', () => {
	const servers = ['a', 'b', 'c'];
	expect([0, 0.34, 0.999].map((random) => anyOf(servers, { ...fakeClock(), random: () => random }))).toEqual(servers);
	expect(anyOf([], fakeClock())).toBeUndefined();
});

test.each([[','.repeat(2_000_000)], [Array.from({ length: 300 }, () => 'a.example,b.example')]])(
	'of many servers few are looked at',
	(value) => expect(uploadServers(value, 'https://files.example.com').length).toBeLessThanOrEqual(100),
);

describe('a refusal of an upload server', () => {
	const request = { method: 'PUT', url: 'https://up.example.com/upload_part', operation: 'uploadPutPart' } as const;
	const headers = { 'x-svc-upload-session': 'ID-OF-SESSION', 'x-svc-token-name': 'NAMED' };
	const of = (status: number, text = '') => refusal({ ...request, headers }, { status, headers: {}, text }, 0, []);
	test.each<[number, string, boolean, string]>([
		[401, 'upload', false, "The upload server doesn't recognize the upload session"],
		[403, 'auth', false, 'The upload server refused the request'],
		[409, 'upload', false, 'The upload server expected a different part of the file (offset mismatch)'],
		[413, 'upload', false, 'A chunk is too large for the upload server'],
		[429, 'busy', true, 'The upload server is receiving too many requests'],
		[500, 'busy', true, 'The upload server failed'],
		[503, 'busy', true, "The upload server isn't available"],
	])('with %d is of kind %s', (status, kind, retryable, meaning) => {
		const message = `${meaning} (HTTP ${status})`;
		expect(of(status)).toMatchObject({ kind, retryable, status, message, operation: 'uploadPutPart' });
	});
	test('says the offset and a smaller chunk where they matter', () => {
		expect(of(409, '{"expect":"7"}').expectedOffset).toBe(7);
		for (const refused of [of(409, '{"expect":1.5}'), of(409, 'x'), of(416, '{"expect":7}')])
			expect(refused.expectedOffset).toBeUndefined();
		expect(of(413).hint).toMatch(/^Choose a smaller chunk size/);
		expect(of(409).hint).toBeUndefined();
	});
	test('repeats its text without the session, in 300 characters', () => {
		const said = { error_code: 7, error_msg: `ID-OF-SESSION of NAMED ${'a'.repeat(400)}` };
		const { message, code } = of(400, JSON.stringify(said));
		expect(code).toBe(7);
		expect(message).not.toContain('ID-OF-SESSION');
		expect(message).toContain('of NAMED');
		expect(message).not.toContain('a'.repeat(300));
		expect(of(418).message).toMatch(/^The upload server refused the request \(/);
		expect(serverError({ status: 400, headers: {}, text: '{"error_code":"x"}' })).not.toHaveProperty('code');
	});
});
