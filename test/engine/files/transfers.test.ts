import type { JsonObject } from '../../../src/protocol/wire/json';
import { shareLibrary } from '../support/world';
import { createHash } from 'node:crypto';
import { sized } from '../../support/runs';
import { by } from '../support/library';
import { eachRequestTakes } from '../support/triggers';

/* What an item reports about its transfer. */

const library = shareLibrary(undefined, 'filesystem');

const BYTES = 2_500_000;
const CONTENT = Buffer.alloc(BYTES, 'content of the transfer ');
const UPLOAD = { resource: 'file', operation: 'upload', binaryPropertyName: 'data', folder: by('path', 'Up') };
const upload = async (more: Record<string, unknown>) => {
	const { items, error } = await library.run({ ...UPLOAD, ...more }, [await library.engine.binaryItem(CONTENT)]);
	expect(error).toBeUndefined();
	return items[0]?.json;
};
const AMOUNT = expect.any(Number) as number;

test('an upload in chunks, the same content again, and by form', async () => {
	expect(await upload({ fileName: 'a.bin', options: { chunkSize: 1 } })).toMatchObject({
		filesize: BYTES,
		transfer: { bytes_sent: BYTES, chunks: 3, retries: 0, instant: false, duration_ms: AMOUNT },
	});
	expect(await upload({ fileName: 'b.bin' })).toMatchObject({
		filesize: BYTES,
		transfer: { bytes_sent: 0, chunks: 0, retries: 0, instant: true, duration_ms: AMOUNT },
	});
	expect(await upload({ fileName: 'c.bin', options: { method: 'form' } })).toMatchObject({
		filesize: BYTES,
		transfer: { bytes_sent: BYTES, chunks: 1, retries: 0, instant: false, duration_ms: AMOUNT },
	});
});

test('many large uploads at once stay complete and in order', async () => {
	// In `npm run test:all` each needs up to 20 MB for its chunks: more than the memory that all may use together.
	const size = sized(21_000_000);
	const names = ['a', 'b', 'c', 'd', 'e'];
	const input = async (name: string) => await library.engine.binaryItem(Buffer.alloc(size, name), { json: { name } });
	const inputs = await Promise.all(names.map(input));
	const { items, error } = await library.run({ ...UPLOAD, fileName: '={{ $json.name }}' }, inputs);
	expect(error).toBeUndefined();
	expect(items.map(({ json }) => [json.fullpath, (json.transfer as JsonObject).chunks])).toEqual(
		names.map((name) => [`Up/${name}`, Math.ceil(size / 10_000_000)]),
	);
	expect(items.map(({ json }) => json.filehash)).toEqual(
		names.map((name) => createHash('sha1').update(Buffer.alloc(size, name)).digest('hex')),
	);
});

describe('progress', () => {
	afterEach(() => jest.restoreAllMocks());

	test.each([
		['manual', true],
		['trigger', false],
	] as const)('a %s run shows it: %p', async (mode, isShown) => {
		const pushed: unknown[] = [];
		eachRequestTakes(1_000, library.emulator);
		const { error } = await library.run(
			{ ...UPLOAD, fileName: `${mode}.bin`, options: { chunkSize: 1 } },
			[await library.engine.binaryItem(Buffer.concat([CONTENT, Buffer.from(mode)]))],
			{ mode, onPush: (type, data) => pushed.push([type, data]) },
		);
		expect(error).toBeUndefined();
		const message = expect.stringMatching(
			new RegExp(`^Uploading ${mode}\\.bin: [\\d,]+ of 2,500 kB \\(\\d+ %\\), [\\d,]+ kB/s`),
		) as string;
		if (isShown)
			expect(pushed).toContainEqual(['sendConsoleMessage', { source: '[Node: "N"]', messages: [message] }]);
		else expect(pushed).toEqual([]);
	});
});
