import vectorFile from '../../contract/signVectors.json';
import { checkSignature, signText } from '../../emulator/auth/signature';
import { signed, TestClient } from '../testClient';

/** Rows computed by public clients' own code; null parameters are not sent. */
const vectors = vectorFile.vectors.map((vector) => ({
	...vector,
	operation: vector.name === 'create-file' ? 'create_file' : 'other',
	map: new Map(Object.entries(vector.params).filter((pair): pair is [string, string] => typeof pair[1] === 'string')),
}));

describe('signature vectors', () => {
	test.each(vectors)(
		'$name is accepted; with another secret it is refused with the string to sign',
		({ map, secret, sign, stringToSign: expected, operation }) => {
			const params = new Map([...map, ['sign', sign]]);
			expect(checkSignature(params, secret, operation)).toEqual({ ok: true });
			expect(checkSignature(params, 'another', operation)).toEqual({ ok: false, expectedToSign: expected });
		},
	);
});

describe('differences between clients that are accepted', () => {
	const params = new Map([
		['a', '1'],
		['empty', ''],
		['filehash', 'f'],
		['z', '2'],
	]);
	test.each([
		['1\n\nf\n2', true],
		['1\nf\n2', true], // fact 1.8: empty values left out
		['1\n\n2', true], // fact 1.10: filehash not signed
		['1\n2', true],
		['1\n\nf\n2\n', false],
		['2\nf\n\n1', false],
	])('%j: %s', (text, ok) => {
		expect(checkSignature(new Map([...params, ['sign', signText(text, 'k')]]), 'k', 'download_url').ok).toBe(ok);
	});

	test('create_file does not sign filehash', () => {
		expect(checkSignature(new Map([...params, ['sign', signText('1\n\nf\n2', 'k')]]), 'k', 'create_file').ok).toBe(
			false,
		);
	});
});

describe('over HTTP', () => {
	let client: TestClient;
	const lines: string[] = [];
	beforeAll(async () => {
		client = await TestClient.start({ log: (line) => lines.push(line) });
	});
	afterAll(() => client.close());

	test('a wrong secret is 401 + 401041, and the log shows the string to sign', async () => {
		const access = { ...client.emulator.library, orgClientSecret: 'wrong' };
		const answer = await client.send('/m-open/1/file/ls', signed({ fullpath: '合同' }, access));
		expect(answer).toMatchObject({ status: 401, body: { error_code: 401041 } });
		expect(lines.join('\n')).toContain('合同\\ndemo-library');
		expect(lines.join('\n')).not.toContain('demo-library-secret');
		expect(client.emulator.requests.at(-1)?.note).toContain('expected to be signed');
	});

	test('an unknown authorization is 401 + 40103', async () => {
		const answer = await client.send(
			'/m-open/1/file/ls',
			signed({ fullpath: '' }, { orgClientId: 'nobody', orgClientSecret: 's' }),
		);
		expect(answer).toMatchObject({ status: 401, body: { error_code: 40103 } });
	});

	test('an old dateline is refused, and the Date header shows the time', async () => {
		const now = Math.floor(Date.now() / 1000);
		const form = signed({ fullpath: '', dateline: now - 1000 }, client.emulator.library);
		const response = await fetch(`${client.emulator.url}/m-open/1/file/ls`, { method: 'POST', body: form });
		expect(response.status).toBe(401);
		const date = Date.parse(response.headers.get('date') ?? '') / 1000;
		expect([date >= now, date <= Date.now() / 1000]).toEqual([true, true]);
	});
});
