import { createHash } from 'node:crypto';
import { by, on } from '../support/library';
import { nodes } from '../support/nodes';

/* The path of an upload and the requests it makes, against a strict server. */

const strict = nodes({ service: 'strict', as: 'org' });
const bytes = Buffer.from([0, 255, 13, 10, 0]);
const upload = (rest: Record<string, unknown>): Record<string, unknown> =>
	on('file', 'upload', { binaryPropertyName: 'data', ...rest });
const sha1 = createHash('sha1').update(bytes).digest('hex');

test.each<[string, Record<string, unknown>, string]>([
	['the name of the binary file', { folder: by('path', '/') }, 'é+b%20&x.txt'],
	['a folder and a name', { folder: by('path', '/合同 2026/'), fileName: '0' }, '合同 2026/0'],
	['a folder from the list', { folder: by('list', '合同 2026'), fileName: 'a b' }, '合同 2026/a b'],
])('to %s', async (_name, parameters, fullpath) => {
	strict.server.onlyKnown = true;
	const { error, items } = await strict.run(upload(parameters), [
		await strict.engine.binaryItem(bytes, { fileName: 'é+b%20&x.txt' }),
	]);
	expect(strict.server.problems()).toEqual([]);
	expect(error).toBeUndefined();
	expect(strict.server.sent('libraryFileCreateFile')[0]).toMatchObject({
		fullpath,
		filehash: sha1,
		filesize: '5',
		overwrite: '0',
	});
	const init = strict.server.requests.find(({ operation }) => operation === 'uploadInitLibrary');
	expect(decodeURIComponent(String(init?.headers['x-svc-upload-filename']))).toBe(fullpath.split('/').at(-1));
	expect(init?.headers).toMatchObject({
		'x-svc-upload-pathhash': 'path-hash',
		'x-svc-upload-filehash': sha1,
		'x-svc-upload-filesize': '5',
	});
	expect(strict.server.files.get(fullpath)).toEqual(bytes);
	expect(items[0]?.json).toMatchObject({ fullpath, filehash: sha1, filesize: 5 });
});
