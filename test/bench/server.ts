import { createHash } from 'node:crypto';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** How a server of the benchmark answers. `latencyMs` passes before each answer. */
export interface ServerSetup {
	readonly tls?: boolean;
	readonly latencyMs?: number;
}

/*
 * A service that costs as little as possible, so that what is measured is the client: no signatures are checked, content is
 * counted and thrown away. Runs in a process of its own.
 */

const BLOCK = Buffer.alloc(1024 * 1024, 'A block of the benchmark. ');
const held = new Map<string, { size: number; got: number }>();
const sums = new Map<number, string>();
/** Content whose SHA1 the service has: its upload is instant. */
const KNOWN = /known/;

/** The size that the name of a file says: `1000000.bin`. */
const sizeIn = (path: string): number => Number(/(\d+)\.bin/.exec(path)?.[1] ?? 0);

function* content(size: number): Generator<Buffer> {
	for (let at = 0; at < size; at += BLOCK.length)
		yield at + BLOCK.length <= size ? BLOCK : BLOCK.subarray(0, size - at);
}

function sha1Of(size: number): string {
	const known = sums.get(size);
	if (known) return known;
	const hash = createHash('sha1');
	for (const block of content(size)) hash.update(block);
	const sum = hash.digest('hex');
	sums.set(size, sum);
	return sum;
}

const entry = (fullpath: string, filesize: number, filehash: string) => ({
	hash: Buffer.from(fullpath).toString('hex'),
	dir: 0,
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

/** The folder `100000` holds so many files. */
function page(params: URLSearchParams): unknown {
	const count = Number(params.get('fullpath') ?? 0);
	const start = Number(params.get('start') ?? 0);
	const size = Math.min(Number(params.get('size') ?? 100), count - start);
	return {
		count,
		list: Array.from({ length: size }, (_, i) => entry(`${count}/file-${start + i}.txt`, 1000, '0'.repeat(40))),
	};
}

async function send(response: ServerResponse, size: number): Promise<void> {
	response.writeHead(200, { 'content-type': 'application/octet-stream', 'content-length': size });
	for (const block of content(size))
		if (!response.write(block)) await new Promise((resolve) => response.once('drain', resolve));
	response.end();
}

/** The JSON answers by the end of the path. */
const answers: Readonly<Record<string, (params: URLSearchParams, base: string) => unknown>> = {
	info: (params) =>
		entry(
			params.get('fullpath') ?? '',
			sizeIn(params.get('fullpath') ?? ''),
			sha1Of(sizeIn(params.get('fullpath') ?? '')),
		),
	ls: page,
	create_file: (params, base) => ({
		hash: '1'.repeat(32),
		fullpath: params.get('fullpath'),
		state: KNOWN.test(params.get('fullpath') ?? '') ? 1 : 0,
		server: base,
	}),
	create_folder: (params) => ({ hash: '2'.repeat(32), fullpath: params.get('fullpath') }),
	download_url: (params, base) => ({ urls: [`${base}/content/${sizeIn(params.get('fullpath') ?? '')}.bin`] }),
	open: (params, base) => ({ uris: [`${base}/content/${sizeIn(params.get('fullpath') ?? '')}.bin`] }),
};

function upload(step: string, request: IncomingMessage, body: number): [number, unknown] {
	const header = (name: string) => String(request.headers[`x-svc-upload-${name}`] ?? '');
	const id = header('session');
	if (step === 'upload_init') {
		const session = String(held.size + 1);
		held.set(session, { size: Number(header('filesize')), got: 0 });
		return [200, { session }];
	}
	const session = held.get(id);
	if (!session) return [401, {}];
	if (step === 'upload_part') session.got += body;
	if (step === 'upload_finish' && session.got !== session.size) return [409, { expect: session.got }];
	return [200, step === 'upload_req' ? session.got : {}];
}

function listener(setup: ServerSetup, base: () => string): RequestListener {
	return (request, response) => {
		const parts: Buffer[] = [];
		let size = 0;
		const isSmall = request.method !== 'PUT';
		request.on('data', (part: Buffer) => {
			size += part.length;
			if (isSmall) parts.push(part);
		});
		request.on('end', () => {
			const [path = '', query] = (request.url ?? '').split('?');
			const step = path.slice(path.lastIndexOf('/') + 1);
			if (path.startsWith('/content/')) return void send(response, sizeIn(step));
			const params = new URLSearchParams(request.method === 'GET' ? query : Buffer.concat(parts).toString());
			const [status, answer] = step.startsWith('upload_')
				? upload(step, request, size)
				: step === 'sink'
					? ([200, {}] as const)
					: ([200, answers[step]?.(params, base()) ?? {}] as const);
			const reply = () =>
				void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
			if (setup.latencyMs) setTimeout(reply, setup.latencyMs);
			else reply();
		});
	};
}

function certificate(): { key: Buffer; cert: Buffer } {
	const folder = mkdtempSync(join(tmpdir(), 'bench-tls-'));
	const [key, cert] = [join(folder, 'key'), join(folder, 'cert')];
	execFileSync(
		'openssl',
		[
			'req',
			'-x509',
			'-newkey',
			'ec',
			'-pkeyopt',
			'ec_paramgen_curve:prime256v1',
			'-nodes',
			'-subj',
			'/CN=localhost',
			'-days',
			'2',
			'-keyout',
			key,
			'-out',
			cert,
		],
		{ stdio: 'ignore' },
	);
	return { key: readFileSync(key), cert: readFileSync(cert) };
}

const setup = JSON.parse(process.argv[2] ?? '{}') as ServerSetup;
let address = '';
const handle = listener(setup, () => address);
const server = setup.tls ? createTlsServer(certificate(), handle) : createServer(handle);
server.keepAliveTimeout = 60_000;
server.listen(0, '127.0.0.1', () => {
	address = `${setup.tls ? 'https' : 'http'}://127.0.0.1:${(server.address() as AddressInfo).port}`;
	process.send?.({ url: address });
});
process.on('disconnect', () => process.exit(0));
