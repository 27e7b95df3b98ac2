import { decodeAnswer } from '../../../src/protocol/wire/decode';
import { answer, NOW, refused } from './decodeFixtures';

/* Answers that cannot be used: what they say is shown, without secrets, and what it means for a change. */

const SECRET = 'a+b/c=="d<é 1';

test.each<[string, string, string]>([
	['text', 'Access denied by policy', "text instead of the service's JSON (HTTP 200), which begins: Access denied"],
	['text of many lines', ' \r\n a\t\tb\u0000c ', 'which begins: a b c'],
	['a web page', '<html><title>Sign in</title>', 'a web page titled "Sign in" instead of the service\'s JSON'],
	[
		'cut JSON',
		'{"error_code":40310,"error_msg":"no ri',
		'only a part of its JSON (HTTP 200), which begins: {"error_code":40310',
	],
])('%s', (_name, text, beginning) => expect(refused('op', answer(200, text), NOW).message).toContain(beginning));

test('a change leaves a doubt, a question does not', () => {
	const change = refused('op', answer(200, 'no'), NOW, [], { isChange: true });
	expect(change).toMatchObject({ kind: 'protocol', retryable: false });
	expect(change.message).toMatch(/It is unknown whether the change was made$/);
	expect(change.hint).toMatch(/^Check in the service whether the change was made/);
	const question = refused('op', answer(200, 'no'), NOW);
	expect(question.message).not.toContain('unknown');
	expect(question.hint).toMatch(/^Check the Base URL in the credential: /);
	const confirmed = refused('op', answer(200, false), NOW, [], { mustConfirm: true });
	expect([confirmed.message, confirmed.hint]).toEqual([
		'The service answered false (HTTP 200), which confirms nothing',
		undefined,
	]);
});

test.each(['https://[no-host', 'mailto:nobody@example.com', 'javascript:alert(1)', '//example.com/x', ''])(
	'a redirect to %j is reported without its target',
	(location) => {
		const { message } = refused('op', answer(302, '', { location }), NOW);
		expect(message).toBe('The service redirects instead of answering (HTTP 302)');
	},
);

test('a question whose answer is cut may be asked again; a change may not, nor what is no JSON at all', () => {
	const cut = answer(200, '{"list":[1');
	expect(refused('op', cut, NOW).retryable).toBe(true);
	expect(refused('op', cut, NOW, [], { isChange: true }).retryable).toBe(false);
	expect(refused('op', answer(200, 'busy'), NOW).retryable).toBe(false);
});

test.each<[string, string, string, string[]]>([
	[
		'a token',
		'{"access_token":"abcdef012345","expires_in":15,"refr',
		'"access_token":"***","expires_in":15',
		['abcdef'],
	],
	['the key of a session', '{"session":"5e55","server":"x', '"session":"***","server":"x', ['5e55']],
	[
		'a signed link',
		'{"urls":["https:\\/\\/a.example\\/f?key=5ec2e7&x=1","https://b.example/g?key=5ec2e8',
		'https:\\/\\/a.example\\/f?***","https://b.example/g?***',
		['5ec2e7', '5ec2e8'],
	],
])('%s that only the cut answer contains is not shown', (_name, text, shown, hidden) => {
	const { message } = refused('op', answer(200, text), NOW);
	expect(message).toContain(shown);
	for (const secret of hidden) expect(message).not.toContain(secret);
});

describe('an answer that has to confirm', () => {
	const expectation = { isChange: true, mustConfirm: true };
	test.each(['', '[]', '"OK"', '{"error_code":0}', '[{"error_code":0}]', '{"error":{"code":0,"message":""}}'])(
		'%j does',
		(text) => expect(() => decodeAnswer('op', answer(200, text), NOW, [], expectation)).not.toThrow(),
	);
	test.each(['"Access denied"', '{"success":false}'])('%j does not', (text) => {
		const error = refused('op', answer(200, text), NOW, [], expectation);
		expect(error).toMatchObject({ kind: 'protocol', retryable: false });
		expect(error.message).toContain(`The service answered ${text} (HTTP 200), which confirms nothing`);
	});
	test.each([
		['{"error_code":40310,"error_msg":"no"}', 40310],
		['[{"fullpath":"a"},{"error_code":"40402"}]', 40402],
		['{"list":[{"fullpath":"a"},{"error_code":40402}]}', 40402],
		['{"0":{"fullpath":"a"},"2":{"error_code":40402}}', 40402],
		['{"error":{"code":40310,"message":"no"}}', 40310],
		['{"error":{"message":"no"}}', undefined],
		['{"error":true}', undefined],
	])('%s is its error', (text, code) =>
		expect(refused('op', answer(200, text), NOW, [], expectation).code).toBe(code),
	);
	test('an entry with an error is data where the answer is more than a confirmation', () =>
		expect(decodeAnswer('op', answer(200, '[{"error_code":40402}]'), NOW)).toEqual([{ error_code: 40402 }]));
});

test('no secret is shown as it is', () => {
	const { message } = refused('op', answer(200, `sign was ${SECRET}, refused`), NOW, [SECRET]);
	expect(message).toMatch(/which begins: sign was \*\*\*/);
});

test('the name of an unknown coding is shown short, on one line and without secrets', () => {
	const coded = { ...answer(200, 'x'), headers: { 'content-encoding': `my ${SECRET} ${'z'.repeat(5_000)}` } };
	const { message } = refused('op', coded, NOW, [SECRET]);
	expect(message).toContain('(my *** zzz');
	expect(message.length).toBeLessThan(200);
});
