import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { httpFor } from '../../../src/client/http/http';
import type { HttpRequest } from '../../../src/client/http/types';
import type { Account } from '../../../src/client/service/account';
import type { Caller } from '../../../src/client/service/call';
import { bufferSource, fileSource, type Source } from '../../../src/client/upload/source';
import type { UploadTarget } from '../../../src/client/upload/state';
import { streamSource } from '../../../src/client/upload/streamSource';
import { webUploadToLibrary } from '../../../src/client/upload/webUpload';
import { FakeServer } from '../../support/fakeServer';
import { sha1 } from '../../support/hashes';
import {
	callerWith,
	errorOf,
	fieldsOf,
	orgAccount,
	personAccount,
	type Reply,
	scriptedHttp,
} from '../../support/ports';
import { content } from './memoryPort';

/* The web upload: one multipart request. How a form is framed is tested with the connections. */

const data = content(25_000);
const digest = sha1(data);
const source = bufferSource(data);
const target: UploadTarget = { fullpath: 'Contracts/x y.txt', overwrite: false, operator: { op_name: 'Ann' } };
const SERVERS = { server: ['https://up.example.com'], 'm-upload': ['https://up.example.com'], key: 'THE-KEY' };
const STORED = { hash: 'h', fullpath: 'Contracts/x(2).txt', filesize: '25000' };
const REFUSED: Reply = { status: 401, body: { error_code: 40102 } };

/** A form as it arrived: its fields in order, and the content of its file. */
interface Form {
	readonly fields: ReadonlyArray<readonly [string, string]>;
	readonly content: Buffer;
}

/** A service that answers the forms with these replies, one after another, and the look at the file with `info`. */
function answering(replies: Reply[], info: Reply = { body: { filehash: digest } }) {
	const forms: Form[] = [];
	const names: string[] = [];
	const http = scriptedHttp(({ url }) => {
		const name = new URL(url).pathname.split('/').at(-1) ?? '';
		names.push(name);
		if (name === 'web_upload') return replies[forms.length - 1] ?? {};
		return name === 'info' ? info : { body: SERVERS };
	});
	const { request } = http;
	http.request = async (sent: HttpRequest) => {
		if (typeof sent.body === 'object' && 'file' in sent.body) {
			const pieces: Buffer[] = [];
			for await (const piece of sent.body.file.pieces) pieces.push(Buffer.from(piece));
			forms.push({ fields: sent.body.fields, content: Buffer.concat(pieces) });
		}
		return await request(sent);
	};
	return { http, forms, names };
}

test('asks for a server and a key, sends one form, and reads back what is stored where the server put it', async () => {
	const { http, forms } = answering([{ body: STORED }], { body: { filehash: digest.toUpperCase() } });
	expect(await webUploadToLibrary(callerWith(http, { silenceMs: 5 }), source, target)).toEqual({
		hash: 'h',
		fullpath: 'Contracts/x(2).txt',
		filesize: 25_000,
		filehash: digest,
		verified: true,
	});
	const [asked, form, info] = http.sent;
	expect(fieldsOf(asked)).toMatchObject({
		fullpath: target.fullpath,
		timeout: '3600',
		rand: expect.stringMatching(/^[A-Za-z0-9]{16}$/) as string,
	});
	expect(form).toMatchObject({
		url: 'https://up.example.com/2/web_upload',
		headers: { accept: 'application/json' },
		headersTimeout: 5,
		bodyTimeout: 5,
		body: { file: { field: 'file', name: 'x y.txt', contentType: 'application/octet-stream', size: 25_000 } },
	});
	const place = { path: 'Contracts', name: 'x y.txt', filefield: 'file', overwrite: '0', op_name: 'Ann' };
	const fields = Object.entries({ org_client_id: 'lib1', key: 'THE-KEY', ...place });
	expect(forms).toEqual([{ fields, content: data }]);
	expect(fieldsOf(info).fullpath).toBe('Contracts/x(2).txt');
});

test('of a person names the library and has the token', async () => {
	const { http, forms } = answering([{ body: STORED }]);
	const place = { fullpath: 'a/b', overwrite: true, mountId: '7' };
	await webUploadToLibrary(callerWith(http, { account: personAccount('T1') }), source, place);
	expect(fieldsOf(http.sent[0])).toMatchObject({ mount_id: '7', fullpath: 'a/b' });
	const found = Object.fromEntries(forms[0]?.fields ?? []);
	expect(found).toEqual({ token: 'T1', mount_id: '7', path: 'a', name: 'b', filefield: 'file', overwrite: '1' });
});

const renew = async (): Promise<Account> => await Promise.resolve(personAccount('T2'));
test.each<[Reply, Pick<Caller, 'renew'>, string[]]>([
	[REFUSED, { renew }, ['T1', 'T2']],
	[{ status: 503 }, { renew }, ['T1']],
	[REFUSED, {}, ['T1']],
	[REFUSED, { renew: async () => await Promise.resolve(undefined) }, ['T1']],
])('after %j with %p the form is sent by %j', async (reply, more, sent) => {
	const { http, forms } = answering([reply, { body: STORED }]);
	const uploading = webUploadToLibrary(callerWith(http, { account: personAccount('T1'), ...more }), source, target);
	const outcome: unknown = await uploading.catch((cause: unknown) => cause);
	expect(outcome).toMatchObject(sent.length > 1 ? { verified: true } : { status: reply.status });
	expect(forms.map(({ fields }) => Object.fromEntries(fields).token)).toEqual(sent);
});

test.each<[Account | undefined, object]>([
	[personAccount('T1'), {}],
	[undefined, { key: 'K' }],
	[undefined, { 'm-upload': ['https://up.example.com'] }],
])('as %j, an answer of %j names no server', async (account, body) => {
	const caller = callerWith(scriptedHttp({ body }), account ? { account } : {});
	expect(await errorOf(webUploadToLibrary(caller, source, target))).toMatchObject({
		kind: 'protocol',
		message: "The service didn't return an upload server",
		operation: expect.stringMatching(/^(user|library)/) as string,
	});
});

test('a refusal names the path and not the key; it is not repeated', async () => {
	const body = { error_code: 40321, error_msg: 'THE-KEY full', fullpath: 'Contracts/x.txt' };
	const { http, names } = answering([{ status: 503, body }]);
	const error = await errorOf(webUploadToLibrary(callerWith(http), source, target));
	expect(error).toMatchObject({ kind: 'quota', code: 40321 });
	expect(error.message).not.toContain('THE-KEY');
	expect(names).toEqual(['upload_servers', 'web_upload']);
});

test('another stored length is no success', async () => {
	const { http } = answering([{ body: { ...STORED, filesize: 3 } }]);
	expect(await errorOf(webUploadToLibrary(callerWith(http), source, target))).toMatchObject({ kind: 'upload' });
});

test.each(['hash', 'fullpath', 'filesize'])('an answer without %s leaves a doubt', async (missing) => {
	const { http } = answering([{ body: { ...STORED, [missing]: undefined } }]);
	const error = await errorOf(webUploadToLibrary(callerWith(http), source, target));
	expect(error).toMatchObject({ kind: 'protocol', retryable: false });
	expect(error.message).toContain('It is unknown whether the change was made');
});

test('content of unknown length is hashed before it is sent, other content is not', async () => {
	let opened = 0;
	const open = async (): Promise<Readable> => {
		opened++;
		return await Promise.resolve(Readable.from([data.subarray(0, 9_000), data.subarray(9_000)]));
	};
	for (const streamed of [streamSource({ open }), streamSource({ open, size: data.length })]) {
		const { http, forms } = answering([{ body: STORED }]);
		await webUploadToLibrary(callerWith(http), streamed, target);
		expect(forms[0]?.content.equals(data)).toBe(true);
		await streamed.close();
	}
	expect(opened).toBe(3);
});

test('content that fails to be read in the middle is the error', async () => {
	const broken: Source = { ...source, read: async () => await Promise.reject(new Error('disk gone')) };
	const { http } = answering([{ body: STORED }]);
	expect((await errorOf(webUploadToLibrary(callerWith(http), broken, target))).message).toContain('disk gone');
});

test('buffers that are reused never change what is still on its way', async () => {
	const large = Buffer.alloc(7_340_033);
	for (let i = 0; i < large.length; i++) large[i] = (i * 31 + (i >> 11)) & 255;
	const path = join(mkdtempSync(join(tmpdir(), 'web-')), 'large');
	writeFileSync(path, large);
	const file = (await fileSource(path))!;
	const fake: FakeServer = await FakeServer.start(({ path: asked }) => ({
		body: asked.endsWith('web_upload')
			? { ...STORED, filesize: large.length }
			: { ...SERVERS, 'm-upload': [fake.url], filehash: '' },
	}));
	fake.server.on('connection', (socket) => {
		// A reader with pauses: pieces wait in the sender.
		const pauses = setInterval(() => {
			socket.pause();
			setTimeout(() => socket.resume(), 3);
		}, 8);
		socket.on('close', () => clearInterval(pauses));
	});
	const http = httpFor({ allowUnauthorizedCerts: false });
	await webUploadToLibrary(callerWith(http, { account: orgAccount(fake.url) }), file, target);
	expect(fake.requests[1]?.body.includes(large)).toBe(true);
	await Promise.all([file.close(), fake.close()]);
});
