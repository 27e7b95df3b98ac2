import { anyOf, uploadServers } from '../../../src/client/upload/serverRequest';

test.each<[unknown, string[]]>([
	['up.example', ['https://up.example']],
	['up.example:8443/', ['https://up.example:8443']],
	['http://up.example//', ['http://up.example']],
	['//up.example', ['https://up.example']],
	[' a.example, http://b.example:1/x/ ,', ['https://a.example', 'http://b.example:1/x']],
	[
		['https://a.example', 'b.example'],
		['https://a.example', 'https://b.example'],
	],
	['up.example/go?to=http://b.example', ['https://up.example/go?to=http://b.example']],
	['', []],
	[undefined, []],
	[5, []],
	['ftp://a', []],
	[['http://'], []],
])('upload servers %j', (value, servers) =>
	expect(uploadServers(value, 'https://files.example.com/base')).toEqual(servers),
);

test('each server is reached at random', () => {
	const servers = ['a', 'b', 'c'];
	expect([0, 0.34, 0.999].map((random) => anyOf(servers, () => random))).toEqual(servers);
	expect(anyOf([])).toBeUndefined();
});

test.each([[','.repeat(2_000_000)], [Array.from({ length: 300 }, () => 'a.example,b.example')]])(
	'of many servers few are looked at',
	(value) => expect(uploadServers(value, 'https://files.example.com').length).toBeLessThanOrEqual(100),
);
