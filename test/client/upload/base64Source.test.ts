import fc from 'fast-check';
import { base64Source } from '../../../src/client/upload/memorySource';
import { errorOf } from '../../support/ports';
import { bytes, sha1 } from './sourceData';

test('any part of a Base64 text', async () => {
	await fc.assert(
		fc.asyncProperty(
			fc.integer({ min: 0, max: 60 }),
			fc.array(fc.tuple(fc.nat(60), fc.nat(60)), { minLength: 1, maxLength: 8 }),
			async (size, reads) => {
				const data = bytes(size);
				const source = base64Source(data.toString('base64'));
				await source.sha1();
				for (const [at, length] of reads) {
					const end = Math.min(size, at + length);
					const from = Math.min(at, end);
					expect(await source.read(from, end - from, Buffer.alloc(70))).toEqual(data.subarray(from, end));
				}
				expect(await errorOf(source.read(0, size + 1))).toMatchObject({ kind: 'upload' });
			},
		),
	);
});

test.each<[string, (text: string) => string]>([
	['with line breaks', (text) => text.replace(/.{76}/g, '$&\r\n')],
	['without padding', (text) => text.replace(/=+$/, '')],
	['with the URL-safe alphabet', (text) => text.replaceAll('+', '-').replaceAll('/', '_')],
])('Base64 %s is decoded too', async (_, change) => {
	const data = bytes(3_200_000); // more than one step of hashing
	const source = base64Source(change(data.toString('base64')));
	expect(await source.sha1()).toBe(sha1(data));
	expect(source.size).toBe(data.length);
	expect((await source.read(3_199_989, 11)).equals(data.subarray(3_199_989))).toBe(true);
});
