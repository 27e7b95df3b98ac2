import type { Account } from '../../../src/client/service/account';
import { bufferSource } from '../../../src/client/upload/source';
import { servicePort } from '../../../src/client/upload/servicePort';
import { refusal, serverError } from '../../../src/client/upload/serverRequest';
import { webUploadToLibrary } from '../../../src/client/upload/webUpload';
import type { Caller } from '../../../src/client/service/call';
import { callerWith, errorOf, fieldsOf, scriptedHttp, type Reply } from '../../support/ports';

/* Uploads by a person's token, renewals, and what upload servers refuse. */

const token = (value: string): Account => ({
	...{ kind: 'token', baseUrl: 'https://files.example.com', vendorPrefix: 'svc', token: value, secret: 's' },
	http: { allowUnauthorizedCerts: false },
});
/** SHA1 of no bytes (FIPS 180). */
const EMPTY_SHA1 = 'da39a3ee5e6b4b0d3255bfef95601890afd80709';
const CONTENT = { sha1: EMPTY_SHA1, size: 0 };
const FILE = { hash: 'h', fullpath: 'a/b', instant: false, servers: ['https://up.example.com'] };
const { signal } = new AbortController();
const openSession = async (caller: Caller) =>
	await servicePort(caller, { fullpath: 'a/b', overwrite: false }).init(FILE, CONTENT, signal);
const REFUSED: Reply = { status: 401, body: { error_code: 40102 } };

describe('a session', () => {
	const opened: Reply = { body: { session: 'ID' } };
	test.each([401, 403])('is asked for once more with a renewed account after %d', async (status) => {
		const http = scriptedHttp({ status }, opened);
		const renewed: unknown[] = [];
		const renew = async (_cause: unknown, old: Account) => {
			renewed.push(old);
			return token('T2');
		};
		const caller = callerWith(http, { account: token('T1'), renew });
		expect(await openSession(caller)).toMatchObject({ id: 'ID' });
		expect(renewed).toEqual([token('T1')]);
		expect(http.sent.map(({ headers }) => headers?.['x-svc-token'])).toEqual(['T1', 'T2']);
	});
	test.each<[number, Account | undefined]>([
		[401, undefined],
		[500, token('T2')],
	])('is not asked for again after %d where %j is to be had', async (status, account) => {
		const http = scriptedHttp({ status }, opened);
		const caller = callerWith(http, { account: token('T1'), renew: async () => account });
		expect(await errorOf(openSession(caller))).toMatchObject({ status });
		expect(http.sent).toHaveLength(1);
		expect(await errorOf(openSession(callerWith(scriptedHttp(REFUSED))))).toMatchObject({
			status: 401,
		});
	});
});

describe('the requests of a person', () => {
	const target = { fullpath: 'a/b', overwrite: false, mountId: '7' };
	test('name the library', async () => {
		const created = { hash: 'h', fullpath: 'a/b', state: 1 };
		const http = scriptedHttp({ body: created }, { body: { filehash: EMPTY_SHA1.toUpperCase(), filesize: '0' } });
		const port = servicePort(callerWith(http, { account: token('T1') }), target);
		expect(await port.create(CONTENT, signal)).toMatchObject({ instant: true, servers: [] });
		expect(http.sent[0]?.operation).toBe('userFileCreateFile');
		expect(fieldsOf(http.sent[0])).toMatchObject({ mount_id: '7', token: 'T1', filesize: '0' });
		expect(await port.isStored(FILE, CONTENT, signal)).toBe(true);
		expect(fieldsOf(http.sent[1])).toMatchObject({ mount_id: '7', fullpath: 'a/b' });
	});
	test.each<[Reply]>([
		[{ body: { filehash: 'other', filesize: 0 } }],
		[{ body: { filehash: EMPTY_SHA1, filesize: 1 } }],
		[{ status: 404, body: { error_code: 40402, error_msg: 'no file' } }],
	])('a file that is %j is not the one that was sent', async (reply) => {
		const port = servicePort(callerWith(scriptedHttp(reply)), target);
		expect(await port.isStored(FILE, CONTENT, signal)).toBe(false);
	});
	test('an answer that says nothing of the file leaves open whether it is stored', async () => {
		const port = servicePort(callerWith(scriptedHttp({ body: {} })), target);
		expect(await errorOf(port.isStored(FILE, CONTENT, signal))).toMatchObject({ kind: 'protocol' });
	});
	test('an answer without hash, path or server says which request it was', async () => {
		const create = async (body: object) =>
			await errorOf(servicePort(callerWith(scriptedHttp({ body })), target).create(CONTENT, signal));
		for (const body of [{ hash: 'h' }, { fullpath: 'a' }])
			expect(await create(body)).toMatchObject({
				kind: 'protocol',
				operation: 'libraryFileCreateFile',
				message: "The service's answer to create_file contains no hash or no path",
			});
		expect(await create({ hash: 'h', fullpath: 'a', state: 0 })).toMatchObject({
			kind: 'protocol',
			operation: 'libraryFileCreateFile',
			hint: 'Ask the administrator of the service whether an upload server is configured and running',
		});
	});
	test('202 means complete for a part and unfinished for finish', async () => {
		const session = { server: 'https://up.example.com', id: 'ID' };
		const of = (status: number) => servicePort(callerWith(scriptedHttp({ status })), target);
		const part = async (status: number) => await of(status).part(session, 0, Buffer.from('a'), 1, signal);
		expect([await part(200), await part(202)]).toEqual(['stored', 'complete']);
		expect([await of(200).finish(session, signal), await of(202).finish(session, signal)]).toEqual([
			'done',
			'processing',
		]);
	});
});

describe('a web upload by token', () => {
	// Its length is known, so that it is hashed only on its way.
	const source = {
		...bufferSource(Buffer.alloc(0)),
		sha1: async () => await Promise.reject(new Error('was hashed')),
	};
	const servers: Reply = { body: { server: ['https://up.example.com'] } };
	const stored: Reply = { body: { hash: 'h', fullpath: 'a/b', filesize: 0 } };
	const info: Reply = { body: { filehash: EMPTY_SHA1 } };
	const target = { fullpath: 'a/b', overwrite: true, mountId: '7' };
	const formsOf = ({ sent }: ReturnType<typeof scriptedHttp>) =>
		sent.flatMap(({ body }) =>
			typeof body === 'object' && 'fields' in body ? [Object.fromEntries(body.fields)] : [],
		);
	test('is one form with the token and the library', async () => {
		const http = scriptedHttp(servers, stored, info);
		const caller = callerWith(http, { account: token('T1'), silenceMs: 5 });
		await webUploadToLibrary(caller, source, target).catch(() => undefined);
		expect(formsOf(http)).toEqual([
			{ token: 'T1', mount_id: '7', path: 'a', name: 'b', filefield: 'file', overwrite: '1' },
		]);
		expect(fieldsOf(http.sent[0])).toMatchObject({ mount_id: '7', fullpath: 'a/b' });
		expect(http.sent[1]).toMatchObject({ headersTimeout: 5, bodyTimeout: 5 });
	});
	test('is sent again with a renewed token, and only when that was refused', async () => {
		const renew = async () => token('T2');
		const http = scriptedHttp(servers, REFUSED, stored, info);
		await webUploadToLibrary(callerWith(http, { account: token('T1'), renew }), source, target).catch(
			() => undefined,
		);
		expect(formsOf(http).map(({ token: sent }) => sent)).toEqual(['T1', 'T2']);
		for (const [reply, extra] of [
			[{ status: 503 }, { renew }],
			[REFUSED, {}],
			[REFUSED, { renew: async () => undefined }],
		] as const) {
			const failing = scriptedHttp(servers, reply, stored, info);
			const { status } = await errorOf(
				webUploadToLibrary(callerWith(failing, { account: token('T1'), ...extra }), source, target),
			);
			expect([status, formsOf(failing).length]).toEqual([reply.status, 1]);
		}
	});
	test.each<[string, Account | undefined, object]>([
		['of a person', token('T1'), {}],
		['of a library', undefined, { key: 'K' }],
		['of a library without a key', undefined, { 'm-upload': ['https://up.example.com'] }],
	])('an answer %s without a server is refused', async (_, account, body) => {
		const caller = callerWith(scriptedHttp({ body }), account ? { account } : {});
		expect(await errorOf(webUploadToLibrary(caller, source, target))).toMatchObject({
			kind: 'protocol',
			message: "The service didn't return an upload server",
			operation: expect.stringMatching(/^(user|library)/) as string,
		});
	});
});

describe('a refusal of an upload server', () => {
	const request = { method: 'PUT', url: 'https://up.example.com/upload_part', operation: 'uploadPutPart' } as const;
	const of = (status: number, text = '', headers: Record<string, string> = {}) =>
		refusal(
			{ ...request, headers: { 'x-svc-upload-session': 'ID-OF-SESSION', 'x-svc-token-name': 'NAMED' } },
			{ status, headers, text },
			0,
			[],
		);
	test.each<[number, string, boolean]>([
		[401, 'upload', false],
		[403, 'auth', false],
		[409, 'upload', false],
		[429, 'busy', true],
		[500, 'busy', true],
		[503, 'busy', true],
	])('with %d is of kind %s', (status, kind, retryable) => {
		expect(of(status)).toMatchObject({ kind, retryable, status, operation: 'uploadPutPart' });
	});
	test('says the offset and a smaller chunk where they matter', () => {
		expect(of(409, '{"expect":"7"}').expectedOffset).toBe(7);
		for (const refused of [of(409, '{"expect":1.5}'), of(409, 'x'), of(416, '{"expect":7}')])
			expect(refused.expectedOffset).toBeUndefined();
		expect(of(413).hint).toMatch(/^Choose a smaller chunk size/);
		expect(of(409).hint).toBeUndefined();
	});
	test('repeats its text without the session, in 300 characters', () => {
		const { message, code } = of(
			400,
			JSON.stringify({ error_code: 7, error_msg: `ID-OF-SESSION of NAMED ${'a'.repeat(400)}` }),
		);
		expect(code).toBe(7);
		expect(message).not.toContain('ID-OF-SESSION');
		expect(message).toContain('of NAMED');
		expect(message).not.toContain('a'.repeat(300));
		expect(of(418).message).toMatch(/^The upload server refused the request \(/);
		expect(serverError({ status: 400, headers: {}, text: '{"error_code":"x"}' })).not.toHaveProperty('code');
	});
});
