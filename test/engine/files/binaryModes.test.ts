import { randomBytes } from 'node:crypto';
import { sha1 } from '../../support/hashes';
import { sized } from '../../support/runs';
import type { BinaryMode } from '../support/engine';
import { shareLibrary } from '../support/world';
import { by } from '../support/library';

/* Upload and download through the engine, the same in each of n8n's binary modes. */

/** In parts of an upload. */
const SIZES = [0, 1e-6, 1, 1.000_001, 2.5];
/** A download of so many bytes is read into one piece where binary data are in memory. */
const LARGE = 8.1;
const UPLOAD = { resource: 'file', operation: 'upload', binaryPropertyName: 'data', folder: by('path', '/') };
const DOWNLOAD = { resource: 'file', operation: 'download' };

/** Bytes that are different in every block, so that a swapped or repeated part is noticed. */
function bytesOf(size: number): Buffer {
	const block = randomBytes(65_536);
	const bytes = Buffer.alloc(size);
	for (let at = 0; at < size; at += block.length) {
		block.writeUInt32BE(at, 0);
		block.copy(bytes, at);
	}
	return bytes;
}

describe.each<[BinaryMode, chunkSize: number, sizes: number[]]>([
	['default', 1, [LARGE, 0, 1.000_001]],
	// In `npm run test:all` the parts that uploads have where nothing is chosen.
	['filesystem', sized(10), SIZES],
	['s3', 1, [0, 2.5]],
	['database', 1, [0, 2.5]],
])('binary mode %s', (mode, chunkSize, sizes) => {
	const library = shareLibrary(undefined, mode);

	test.each(sizes.map((parts) => Math.round(parts * chunkSize * 1_000_000)))(
		'%d bytes up and down again, the same SHA1',
		async (size) => {
			const bytes = bytesOf(size);
			const path = `合同 2026/é+b%20&x ${size}.bin`;
			const fileName = path.split('/')[1];
			const input = await library.engine.binaryItem(bytes, { fileName: 'other.bin' });
			expect((input.binary?.data?.id ?? 'default').startsWith(mode)).toBe(true);
			const form = { ...UPLOAD, folder: by('path', '合同 2026'), fileName, options: { chunkSize } };
			const up = await library.run(form, [input]);
			expect(up.error).toBeUndefined();
			expect(up.items).toHaveLength(1);
			const stored = { fullpath: path, filename: fileName, filehash: sha1(bytes), filesize: size };
			expect(up.items[0]?.json).toMatchObject(stored);
			expect(typeof up.items[0]?.json.hash).toBe('string');
			expect(library.emulator.sessions()).toEqual([]);

			const down = await library.run({ ...DOWNLOAD, file: by('path', path), binaryPropertyName: 'content' });
			expect(down.error).toBeUndefined();
			expect(down.items[0]?.json).toMatchObject({ fullpath: path, filesize: size, filehash: sha1(bytes) });
			expect(down.items[0]?.binary?.content).toMatchObject({ fileName });
			expect((down.items[0]?.binary?.content?.id ?? 'default').startsWith(mode)).toBe(true);
			const content = await library.engine.contentOf(down.items[0] ?? { json: {} }, 'content');
			expect({ size: content.length, sha1: sha1(content) }).toEqual({ size, sha1: sha1(bytes) });
		},
	);
});
