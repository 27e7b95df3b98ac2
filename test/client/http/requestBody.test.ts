import { Readable } from 'node:stream';
import { errorOf } from '../../support/ports';
import { httpBench } from './httpBench';

const { http, server } = httpBench();

test.each([1, 262_144, 262_145, 10_000_000])('sends a buffer of %i bytes completely, with its length', async (size) => {
	const s = await server((request, answer) => answer.end(String(request.body.length)));
	const body = Buffer.alloc(size, 7);
	const answer = await http().request({ method: 'PUT', url: s.url, body });
	expect(await answer.text()).toBe(String(size));
	expect(s.requests[0]?.headers['content-length']).toBe(String(size));
	expect(s.requests[0]?.body.equals(body)).toBe(true);
});

test.each([0, 5, 300_000])('sends a multipart body with a file of %i bytes', async (size) => {
	const s = await server((_, answer) => answer.end());
	const content = Buffer.alloc(size, 'z');
	await http().request({
		method: 'POST',
		url: s.url,
		body: {
			fields: [
				['name', 'ü "x"'],
				['path', ''],
			],
			file: {
				field: 'file',
				name: 'ü "x".txt',
				contentType: 'text/plain',
				size,
				pieces: Readable.from([content], { objectMode: false }),
			},
		},
	});
	const { headers, body } = s.requests[0]!;
	const boundary = /boundary=(.+)$/.exec(headers['content-type'] ?? '')?.[1];
	expect(headers['content-length']).toBe(String(body.length));
	expect(body.toString()).toBe(
		[
			`--${boundary}`,
			'Content-Disposition: form-data; name="name"',
			'',
			'ü "x"',
			`--${boundary}`,
			'Content-Disposition: form-data; name="path"',
			'',
			'',
			`--${boundary}`,
			'Content-Disposition: form-data; name="file"; filename="ü %22x%22.txt"',
			'Content-Type: text/plain',
			'',
			content.toString(),
			`--${boundary}--`,
			'',
		].join('\r\n'),
	);
});

test('the error of a failing body is reported, and the client stays usable', async () => {
	const s = await server((_, answer) => answer.end('ok'));
	async function* pieces(): AsyncGenerator<Buffer> {
		yield Buffer.from('a');
		throw new Error('disk gone');
	}
	const file = { field: 'f', name: 'n', contentType: 'text/plain', size: 10, pieces: pieces() };
	const error = await errorOf(http().request({ method: 'POST', url: s.url, body: { fields: [], file } }));
	expect(error.kind).toBe('network');
	expect(String((error.cause as Error).message)).toBe('disk gone');
	expect(await (await http().request({ method: 'GET', url: s.url })).text()).toBe('ok');
});
