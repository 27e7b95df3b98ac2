import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { crc32 } from 'node:zlib';
import { document, operations, type ContractOperation, type Schema } from '../../contract/contract';
import { answerProblems } from '../../contract/validate';
import { sample } from './sample';
import { judge, read, type Recorded } from './strictJudge';

export { CLIENT, ENTERPRISE, PARTNER } from './strictJudge';

/*
 * A server that knows openapi.yaml and the signature rule of the document, nothing else: the independent judge of what the nodes
 * send. It records each request with everything the contract has against it, and answers samples that satisfy the contract.
 */

type Answer = unknown | ((params: Record<string, string>) => unknown);
export interface StrictServer {
	url: string;
	requests: Recorded[];
	/** Requests of one operation, in the order they came. */
	sent(operation: string): Array<Record<string, string>>;
	/** Everything that was wrong with any request. */
	problems(): string[];
	/** Replaces the sample answer of an operation. */
	answers: Map<string, Answer>;
	/** Content of files by path; any other path holds `CONTENT`, or is missing when `onlyKnown`. */
	files: Map<string, Buffer>;
	onlyKnown: boolean;
	reset(): void;
	close(): Promise<void>;
}
export const CONTENT = Buffer.from('content of any file\n');
const sha1 = (bytes: Buffer): string => createHash('sha1').update(bytes).digest('hex');
export async function startStrictServer(): Promise<StrictServer> {
	const requests: Recorded[] = [];
	const answers = new Map<string, Answer>();
	const files = new Map<string, Buffer>();
	const sessions = new Map<string, { path: string; size: number; sha1: string; parts: Buffer[] }>();
	let url = '';
	let lastPath = '';

	const contentOf = (path: string | undefined): Buffer => files.get(path ?? '') ?? CONTENT;

	/** Answers that depend on the request; everything else is a sample of the schema. */
	const own: Record<string, (params: Record<string, string>, request: Recorded) => unknown> = {
		libraryFileInfo: ({ fullpath, hash, attribute }) => {
			const name = attribute === '10' ? 'FileInfoLibraryBasic' : 'FileInfoLibrary';
			const path = fullpath ?? 'Folder/by id.txt';
			return {
				...(sample({ $ref: `#/components/schemas/${name}` }) as object),
				dir: 0,
				hash: hash ?? 'h',
				fullpath: path,
				filename: path.split('/').at(-1),
				filehash: sha1(contentOf(path)),
				filesize: contentOf(path).length,
			};
		},
		libraryFileDownloadUrl: ({ fullpath }) => ({ urls: [`${url}/content/${encodeURIComponent(fullpath ?? '')}`] }),
		libraryFileQueueStatus: () => ({
			...(sample({ $ref: '#/components/schemas/QueueItem' }) as object),
			status: 2,
		}),
		libraryFileCreateFile: ({ fullpath = '' }) => {
			lastPath = fullpath;
			return { state: 0, hash: 'path-hash', fullpath, server: url };
		},
		libraryFileUploadServers: ({ fullpath = '' }) => {
			lastPath = fullpath;
			return { 'm-upload': [url], key: 'temporary-key' };
		},
		uploadInitLibrary: (_params, { headers }) => {
			const id = `session-${sessions.size + 1}`;
			sessions.set(id, {
				path: lastPath,
				size: Number(headers['x-svc-upload-filesize']),
				sha1: String(headers['x-svc-upload-filehash']),
				parts: [],
			});
			return { session: id };
		},
		uploadPart: (_params, request) => {
			const [from, to] = String(request.headers['x-svc-upload-range']).split('-').map(Number) as [number, number];
			const session = sessions.get(String(request.headers['x-svc-upload-session']));
			if (!session) return request.problems.push('unknown session');
			if (to - from + 1 !== request.body.length)
				request.problems.push(`range ${from}-${to} for ${request.body.length} bytes`);
			if (request.body.length > 10_000_000) request.problems.push('a part of more than 10 MB');
			if (from !== Buffer.concat(session.parts).length) request.problems.push(`part begins at ${from}`);
			const crc = request.headers['x-svc-upload-crc'];
			if (crc !== undefined && crc !== String(crc32(request.body))) request.problems.push('wrong CRC');
			session.parts.push(request.body);
			return {};
		},
		uploadQuery: (_params, { headers }) =>
			Buffer.concat(sessions.get(String(headers['x-svc-upload-session']))?.parts ?? []).length,
		uploadFinish: (_params, request) => {
			const session = sessions.get(String(request.headers['x-svc-upload-session']));
			const content = Buffer.concat(session?.parts ?? []);
			if (!session || content.length !== session.size || sha1(content) !== session.sha1)
				request.problems.push('finish of an incomplete or different file');
			else files.set(session.path, content);
			return {};
		},
		webUploadLibrary: ({ path = '', name = '' }, { body }) => {
			const fullpath = path === '' ? name : `${path}/${name}`;
			files.set(fullpath, body);
			return { hash: 'h', filesize: body.length, fullpath };
		},
	};

	function answerOf(op: ContractOperation, request: Recorded): unknown {
		const replaced = answers.get(op.id);
		if (replaced !== undefined)
			return typeof replaced === 'function'
				? (replaced as (params: Record<string, string>) => unknown)(request.params)
				: replaced;
		const made =
			own[op.id]?.(request.params, request) ?? (op.answerPointer ? sample(schemaAt(op.answerPointer)) : {});
		const wrong = answerProblems(op, made, request.params);
		if (wrong.length)
			throw new Error(`the test server's own answer for ${op.id} is not valid: ${wrong.join('; ')}`);
		return made;
	}

	async function handle(req: IncomingMessage, res: ServerResponse): Promise<void> {
		const { pathname, searchParams } = new URL(req.url ?? '', 'http://x');
		if (pathname.startsWith('/content/'))
			return sendContent(req, res, contentOf(decodeURIComponent(pathname.slice('/content/'.length))));
		const { params, body, problems } = await read(req);
		if (req.method === 'GET') Object.assign(params, Object.fromEntries(searchParams));
		const candidates = [...operations.values()].filter(
			(op) => op.method === req.method && op.path === pathname && op.credential !== 'token',
		);
		const op =
			candidates.find(({ id }) => (id === 'libraryFilePreviewUrlAnnotated') === 'annotation' in params) ??
			candidates[0];
		const request: Recorded = {
			operation: op?.id ?? 'unknown',
			method: req.method ?? '',
			path: pathname,
			params,
			headers: req.headers,
			body,
			problems,
		};
		requests.push(request);
		if (!op) {
			problems.push(`${req.method} ${pathname} is not of the contract`);
			return json(res, 404, { error_code: 40001, error_msg: 'wrong address' });
		}
		judge(op, request, searchParams);
		const missing =
			op.id === 'libraryFileInfo' &&
			made.onlyKnown &&
			params['fullpath'] !== undefined &&
			!files.has(params['fullpath']);
		const answer = missing ? undefined : answerOf(op, request);
		if (missing && !problems.length) return json(res, 404, { error_code: 40402, error_msg: 'no such file' });
		if (problems.length) return json(res, 400, { error_code: 40003, error_msg: problems.join('; ') });
		json(res, 200, answer);
	}

	const server = createServer((req, res) => {
		handle(req, res).catch((error: unknown) => {
			requests.push({
				operation: 'server',
				method: '',
				path: '',
				params: {},
				headers: {},
				body: Buffer.alloc(0),
				problems: [String(error)],
			});
			json(res, 500, { error_code: 500, error_msg: String(error) });
		});
	});
	await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
	url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
	const made: StrictServer = {
		url,
		requests,
		answers,
		files,
		onlyKnown: false,
		sent: (operation) => requests.filter((request) => request.operation === operation).map(({ params }) => params),
		problems: () =>
			requests.flatMap(({ operation, problems }) => problems.map((problem) => `${operation}: ${problem}`)),
		reset: () => {
			requests.length = 0;
			answers.clear();
			files.clear();
			sessions.clear();
			made.onlyKnown = false;
		},
		close: async () => {
			server.closeAllConnections();
			await new Promise<void>((done) => server.close(() => done()));
		},
	};
	return made;
}

/** Schema at a JSON pointer of the document. */
function schemaAt(pointer: string): Schema {
	return pointer
		.slice(1)
		.split('/')
		.reduce<unknown>(
			(at, part) =>
				(at as Record<string, unknown>)[decodeURIComponent(part).replace(/~1/g, '/').replace(/~0/g, '~')],
			document,
		) as Schema;
}

function json(res: ServerResponse, status: number, body: unknown): void {
	const text = JSON.stringify(body);
	res.writeHead(status, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) }).end(text);
}

function sendContent(req: IncomingMessage, res: ServerResponse, content: Buffer): void {
	const range = /^bytes=(\d+)-(\d*)$/.exec(req.headers.range ?? '');
	const from = Number(range?.[1] ?? 0);
	const part = content.subarray(from, range?.[2] ? Number(range[2]) + 1 : undefined);
	const headers = {
		'content-type': 'application/octet-stream',
		'content-length': part.length,
		'accept-ranges': 'bytes',
	};
	res.writeHead(
		range ? 206 : 200,
		range ? { ...headers, 'content-range': `bytes ${from}-${from + part.length - 1}/${content.length}` } : headers,
	).end(part);
}
