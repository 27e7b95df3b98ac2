import { AnswerStyle, type AnswerChoice } from '../../emulator/http/answers/answerStyle';
import { shapeNames, type ShapeName } from '../../emulator/http/answers/shapes';
import type { Json } from '../../emulator/http/json';
import { TestClient } from '../testClient';

const write = (choice: AnswerChoice, body: Json, { path = '/m-open/1/file/ls', status = 200, params = {} } = {}) =>
	new AnswerStyle(choice).json({ path, params, status, body });
const list = { count: 2, list: [{ hash: 'h', dir: 1, fullpath: 'a/b', mount_id: 7, filesize: 12 }, { name: '合' }] };

interface Row {
	readonly body: Json;
	/** The text that is sent. */
	readonly text: string;
	readonly path?: string;
	readonly status?: number;
	readonly params?: Readonly<Record<string, string>>;
}

const rows: Readonly<Record<ShapeName, readonly Row[]>> = {
	'missing-as-null': [
		{
			path: '/m-open/1/ent/get_member_by_out_id',
			params: { out_ids: 'a,b' },
			body: { a: { member_id: 1 } },
			text: '{"a":{"member_id":1},"b":null}',
		},
		{ body: {}, text: '{}' },
	],
	'extra-keys': [
		{ body: { org_type: 0, role_id: 3 }, text: expect.stringMatching(/"owner_member_name":"".*"role_id":3/) },
		{
			path: '/m-open/1/ent/get_roles',
			body: [{ id: 1, name: 'A' }],
			text: '[{"admin":0,"org_admin":0,"description":"","permissions":"","default_role":0,"id":1,"name":"A"}]',
		},
	],
	'null-names': [
		{ body: { last_member_name: 'A', member_name: 'B' }, text: '{"last_member_name":null,"member_name":"B"}' },
	],
	'folders-with-slash': [
		{ body: list, text: expect.stringContaining('"fullpath":"a/b/"') },
		{ body: { dir: 1, fullpath: 'a' }, text: '{"dir":1,"fullpath":"a"}' },
	],
	'link-password-flag': [{ body: [{ link: 'l', password: 1 }], text: '[{"link":"l","password":true}]' }],
	'property-as-text': [{ body: { property: { tag: 'a"b' } }, text: '{"property":"{\\"tag\\":\\"a\\\\\\"b\\"}"}' }],
	'counts-as-text': [{ body: list, text: expect.stringMatching(/"count":"2".*"filesize":12/) }],
	'numbers-as-text': [
		{ body: list, text: expect.stringMatching(/"count":"2".*"dir":"1".*"mount_id":"7","filesize":"12"/) },
		{ body: { fetch_dateline: 1, expires_in: 2 }, text: '{"fetch_dateline":1,"expires_in":2}' },
		{ status: 404, body: { error_code: 40402 }, text: '{"error_code":40402}' },
	],
	'error-code-zero': [{ body: {}, text: '{"error_code":0}' }],
	'empty-bodies': [
		{ body: {}, text: '' },
		{ path: '/m-open/1/file/move', body: { hash: 'h' }, text: '' },
		{ body: { hash: 'h' }, text: '{"hash":"h"}' },
	],
	'bare-lists': [
		{ path: '/m-api/1/account/mount', body: { list: [1] }, text: '[1]' },
		{ body: { list: [1] }, text: '{"list":[1]}' },
	],
	'wrapped-lists': [
		{ path: '/m-open/1/ent/get_groups', body: [1], text: '{"list":[1]}' },
		{ body: [1], text: '[1]' },
	],
	'empty-lists-as-null': [{ body: { list: [], more: [[]] }, text: '{"list":null,"more":[null]}' }],
	'empty-lists-as-false': [
		{ body: { list: [], more: [1] }, text: '{"list":false,"more":[1]}' },
		{ body: [], text: '[]' },
	],
	'empty-maps-as-lists': [
		{ body: {}, text: '[]' },
		{ body: { members: {}, a: 1 }, text: '{"members":[],"a":1}' },
	],
	'gapped-lists': [
		{ body: { list: ['a', 'b', 'c'] }, text: '{"list":{"0":"a","2":"b","3":"c"}}' },
		{ body: ['a'], text: '{"1":"a"}' },
		{ body: [], text: '[]' },
	],
	'errors-with-200': [{ status: 404, body: { error_code: 40402 }, text: '{"error_code":40402}' }],
	'error-codes-as-text': [{ status: 404, body: { error_code: 40402 }, text: '{"error_code":"40402"}' }],
	escaped: [{ body: { path: 'a/合😀' }, text: '{"path":"a\\/\\u5408\\ud83d\\ude00"}' }],
	'text-html': [{ body: {}, text: '{}' }],
	'byte-order-mark': [{ body: {}, text: '\ufeff{}' }],
};

const flat = shapeNames.flatMap((name) => rows[name].map((row): [ShapeName, Row] => [name, row]));

test.each(flat)('%s: %j', (name, { body, text, ...request }) => {
	expect(write([name], body, request).text).toEqual(text);
	// Without the shape the answer is as it was.
	expect(write([], body, request)).toEqual({
		status: request.status ?? 200,
		type: 'application/json; charset=utf-8',
		text: JSON.stringify(body),
	});
});

test('status and media type', () => {
	const failure = { error_code: 40402, error_msg: 'm' };
	expect(write(['errors-with-200'], failure, { status: 404 }).status).toBe(200);
	expect(write(['errors-with-200'], failure, { status: 409, path: '/upload_part' }).status).toBe(409);
	expect(write(['text-html'], {}).type).toBe('text/html; charset=utf-8');
	expect(new AnswerStyle(['text-html', 'byte-order-mark']).text('/upload_req', 200, '7')).toEqual({
		status: 200,
		type: 'text/html; charset=utf-8',
		text: '\ufeff7',
	});
});

test('all: every shape has its turn, and the nth answer of a path is the same at every start', () => {
	const [one, other] = [new AnswerStyle('all'), new AnswerStyle('all')];
	const answer = { path: '/m-open/1/file/ls', params: {}, status: 200, body: list };
	const texts = Array.from({ length: 40 }, () => one.json(answer));
	expect(texts).toEqual(Array.from({ length: 40 }, () => other.json(answer)));
	expect(new Set(texts.map(({ text, type }) => type + text)).size).toBeGreaterThan(20);
	for (const sign of ['"count":"2"', '\\/', '\ufeff', '{"0":', '"permisson"', 'a/b/'])
		expect(texts.filter(({ text }) => text.includes(sign)).length).toBeGreaterThan(5);
});

test('answers, refusals and plain texts go out in the chosen shapes; downloads do not', async () => {
	const client = await TestClient.start({ answers: ['text-html', 'byte-order-mark', 'errors-with-200'] });
	client.emulator.seedFile('a.txt', 'content');
	const ok = await fetch(`${client.emulator.url}/m-open/status`);
	expect([ok.headers.get('content-type'), Buffer.from(await ok.arrayBuffer()).toString('hex', 0, 3)]).toEqual([
		'text/html; charset=utf-8',
		'efbbbf',
	]);
	const refused = await client.file('info', { fullpath: 'nothing' });
	expect([refused.status, refused.body]).toEqual([200, expect.stringContaining('"error_code":40402')]);
	const { body } = await client.file('download_url', { fullpath: 'a.txt' });
	const [url] = JSON.parse(body.replace('\ufeff', '')).urls;
	expect(await (await fetch(url)).text()).toBe('content');
	await client.close();
});
