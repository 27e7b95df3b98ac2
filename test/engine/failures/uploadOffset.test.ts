import { Failures, UPLOAD } from '../support/failures';

/* Uploads whose second of three parts fails, to a server that does not answer POST of upload_req. */

let f: Failures;
let before = 0;
beforeAll(async () => {
	// Only a lenient service answers GET of upload_req.
	f = await Failures.start({ strict: false });
});
afterAll(async () => await f.close());
beforeEach(() => {
	f.emulator.faults.clear();
	before = f.emulator.requests.length;
});

/** The requests of the upload, by the last word of their paths, with the method for upload_req. */
const requests = (): string[] =>
	f.emulator.requests
		.slice(before)
		.filter(({ path }) => !path.endsWith('upload_abort'))
		.map(({ method, path }) => (path.endsWith('req') ? method : (path.split(/[/_]/).at(-1) ?? '')));

async function upload(fileName: string): Promise<void> {
	const content = Buffer.alloc(2_500_000, fileName);
	const input = await f.library.engine.binaryItem(content);
	const { items, error } = await f.library.run({ ...UPLOAD, fileName, options: { chunkSize: 1 } }, [input]);
	expect(error).toBeUndefined();
	expect(items[0]?.json).toMatchObject({ fullpath: `Up/${fileName}`, filesize: content.length });
	const { items: downloads } = await f.library.run({
		resource: 'file',
		operation: 'download',
		file: { __rl: true, mode: 'path', value: `Up/${fileName}` },
		binaryPropertyName: 'data',
	});
	expect(downloads[0]?.json).toMatchObject({ filehash: items[0]?.json.filehash });
}
const refusedPart = (action: { status: number; body?: unknown }) =>
	f.emulator.faults.add({ match: '/upload_part', after: 1, action });
const refusedQuery = (method: string | undefined, action: { status: number; body: string }) =>
	f.emulator.faults.add({ match: '/upload_req', method, action, times: 99 });

const SENT = 'file init part part';
test.each([
	['404', { status: 404, body: 'Not Found' }],
	['405', { status: 405, body: '' }],
	['an empty 200', { status: 200, body: '' }],
])('%s: GET is asked; where that is refused too, the upload starts over', async (name, refusal) => {
	refusedPart({ status: 500 });
	refusedQuery('POST', refusal);
	await upload(`${name} get.bin`);
	expect(requests().slice(0, 9).join(' ')).toBe(`${SENT} POST GET part part finish`);
	f.emulator.faults.clear();
	before = f.emulator.requests.length;
	refusedPart({ status: 409, body: { error_code: 40900, error_msg: 'offset' } });
	refusedQuery(undefined, refusal);
	await upload(`${name} over.bin`);
	expect(requests().slice(0, 12).join(' ')).toBe(`${SENT} POST GET file init part part part finish`);
});

test('the offset that a 409 expects is used, nothing is asked', async () => {
	refusedPart({ status: 409, body: { error_code: 40900, error_msg: 'offset', expect: '0' } });
	refusedQuery(undefined, { status: 405, body: '' });
	await upload('expect.bin');
	// The server has the first part already: it refuses it, and expects the second.
	expect(requests().slice(0, 8).join(' ')).toBe(`${SENT} part part part finish`);
});
