import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { type ZipWorld, zipWorldIn } from '../worlds';

/* The answers of a service that costs as little as possible: no signature is checked, content is only counted. */

const BLOCK = Buffer.alloc(1024 * 1024, 'A block of the benchmark. ');
const sessions = new Map<string, { size: number; received: number }>();
const checksums = new Map<number, string>();

/** The size in the name of a file, e.g. `1000000.bin`. */
export const sizeIn = (path: string): number => Number(/(\d+)\.bin/.exec(path)?.[1] ?? 0);

/** The content of a file of this size, in blocks. */
export function* content(size: number): Generator<Buffer> {
	for (let offset = 0; offset < size; offset += BLOCK.length)
		yield offset + BLOCK.length <= size ? BLOCK : BLOCK.subarray(0, size - offset);
}

function sha1Of(size: number): string {
	const known = checksums.get(size);
	if (known) return known;
	const hash = createHash('sha1');
	for (const block of content(size)) hash.update(block);
	const checksum = hash.digest('hex');
	checksums.set(size, checksum);
	return checksum;
}

const entry = (fullpath: string, filesize: number, filehash: string, dir = 0) => ({
	hash: Buffer.from(fullpath).toString('hex'),
	dir,
	fullpath,
	filename: fullpath.split('/').at(-1),
	filehash,
	filesize,
	create_member_name: 'Ada',
	create_dateline: 1_700_000_000,
	last_member_name: 'Ada',
	last_dateline: 1_700_000_000,
	property: { tag: '' },
});

/** The path that a request is about; the ID of an entry says it too. */
const pathIn = (params: URLSearchParams): string =>
	params.get('fullpath') ?? Buffer.from(params.get('hash') ?? '', 'hex').toString();

/** One page of a list of so many entries. */
function pageOf(params: URLSearchParams, count: number, entryAt: (n: number) => object): unknown {
	const start = Number(params.get('start') ?? 0);
	const size = Math.max(0, Math.min(Number(params.get('size') ?? 100), count - start));
	return { count, list: Array.from({ length: size }, (_, i) => entryAt(start + i)) };
}

/** One page of a folder that is downloaded as a ZIP. */
function zipPage(params: URLSearchParams, path: string, { folders, files, size }: ZipWorld): unknown {
	if (!path.includes('/')) return pageOf(params, folders, (n) => entry(`${path}/folder-${n}`, 0, '', 1));
	return pageOf(params, files, (n) => entry(`${path}/${n}-${size}.bin`, size, sha1Of(size)));
}

/** One page of a folder: `1000x99` contains 1000 folders with 99 files each. */
function page(params: URLSearchParams): unknown {
	const path = params.get('fullpath') ?? '';
	const zipped = zipWorldIn(path);
	if (zipped) return zipPage(params, path, zipped);
	const [, folders, files] = /^(\d+)x(\d+)/.exec(path) ?? [];
	const isOfFolders = !path.includes('/');
	return pageOf(params, Number(isOfFolders ? folders : files), (n) =>
		isOfFolders ? entry(`${path}/folder-${n}`, 0, '', 1) : entry(`${path}/file-${n}.txt`, 1000, '0'.repeat(40)),
	);
}

function details(params: URLSearchParams): unknown {
	const fullpath = params.get('fullpath') ?? '';
	return entry(fullpath, sizeIn(fullpath), sha1Of(sizeIn(fullpath)));
}

const contentUrl = (params: URLSearchParams, base: string): string => `${base}/content/${sizeIn(pathIn(params))}.bin`;

/** The answers of the service by the last part of the path; `base` is the address of the server. */
export const ANSWERS: Readonly<Record<string, (params: URLSearchParams, base: string) => unknown>> = {
	info: details,
	ls: page,
	create_file: (params, base) => ({ hash: '1'.repeat(32), fullpath: params.get('fullpath'), state: 0, server: base }),
	create_folder: (params) => ({ hash: '2'.repeat(32), fullpath: params.get('fullpath') }),
	download_url: (params, base) => ({ urls: [contentUrl(params, base)] }),
	open: (params, base) => ({ uris: [contentUrl(params, base)] }),
};

/** Status and answer of the upload server to a step with a body of `bytes` bytes. */
export function answerUpload(step: string, request: IncomingMessage, bytes: number): [number, unknown] {
	const header = (name: string) => String(request.headers[`x-svc-upload-${name}`] ?? '');
	if (step === 'upload_init') {
		const id = String(sessions.size + 1);
		sessions.set(id, { size: Number(header('filesize')), received: 0 });
		return [200, { session: id }];
	}
	const session = sessions.get(header('session'));
	if (!session) return [401, {}];
	if (step === 'upload_part') session.received += bytes;
	if (step === 'upload_finish' && session.received !== session.size) return [409, { expect: session.received }];
	return [200, step === 'upload_req' ? session.received : {}];
}
