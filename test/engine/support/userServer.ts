import { createHash, createHmac, randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { document, operations, type ContractOperation, type Schema } from '../../contract/contract';
import { answerProblems, requestProblems } from '../../contract/validate';
import { sample } from './sample';
import { read } from './strictJudge';

/* A strict server for one person: tickets, keys, tokens with expiry and rotation, signatures with the client secret, the user operations of the contract. */

export const CLIENT = { clientId: 'user-client', clientSecret: 'user-client-secret-0123' };
export const PERSON = { username: 'anna@example.com', password: 'correct horse' };
export const CONTENT = Buffer.from('content of any file\n');
const md5 = (text: string): string => createHash('md5').update(text).digest('hex');
const sha1 = (bytes: Buffer): string => createHash('sha1').update(bytes).digest('hex');
const mac = (text: string): string => createHmac('sha1', CLIENT.clientSecret).update(text).digest('base64');

export interface Seen {
	operation: string;
	params: Record<string, string>;
	headers: IncomingMessage['headers'];
}
export interface UserServer {
	url: string;
	requests: Seen[];
	problems: string[];
	sent(operation: string): Array<Record<string, string>>;
	/** grant_type of each token request. */
	grants(): string[];
	/** Life of new access tokens in seconds. */
	life: number;
	/** Answers the next token requests with this error word. */
	tokenError?: string;
	/** Ends every access token; with `refresh` the refresh tokens too. */
	expire(refresh?: boolean): void;
	files: Map<string, Buffer>;
	/** Everything that must not be seen in an error or an item. */
	secrets: Set<string>;
	reset(): void;
	close(): Promise<void>;
}

const signature = (params: Record<string, string>, unsigned: string[]): string =>
	mac(
		Object.keys(params)
			.filter((name) => name !== 'sign' && !unsigned.includes(name))
			.sort((a, b) => Buffer.from(a).compare(Buffer.from(b)))
			.map((name) => params[name])
			.join('\n'),
	);
const schemaAt = (pointer: string): Schema =>
	pointer
		.slice(1)
		.split('/')
		.reduce<unknown>(
			(at, part) =>
				(at as Record<string, unknown>)[decodeURIComponent(part).replace(/~1/g, '/').replace(/~0/g, '~')],
			document,
		) as Schema;
class Refusal extends Error {
	constructor(
		readonly status: number,
		readonly body: Record<string, unknown>,
	) {
		super('refused');
	}
}
const error = (status: number, code: number): Refusal =>
	new Refusal(status, { error_code: code, error_msg: `error ${code}` });

export async function startUserServer(): Promise<UserServer> {
	const access = new Map<string, number>();
	const refresh = new Set<string>();
	const keys = new Set<string>();
	const sessions = new Map<string, { path: string; size: number; sha1: string; parts: Buffer[] }>();
	let [lastPath, url] = ['', ''];
	const secret = (kind: string): string => {
		const value = `${kind}-${randomBytes(12).toString('hex')}`;
		made.secrets.add(value);
		return value;
	};
	const contentOf = (path = ''): Buffer => made.files.get(path) ?? CONTENT;
	const issue = () => {
		const tokens = { access_token: secret('access'), refresh_token: secret('refresh'), expires_in: made.life };
		access.set(tokens.access_token, Date.now() + made.life * 1000);
		refresh.add(tokens.refresh_token);
		return tokens;
	};
	const requireToken = (token: unknown): void => {
		const end = access.get(String(token ?? ''));
		if (end === undefined) throw error(401, 40101);
		if (end <= Date.now()) throw error(401, 40102);
	};

	function signOn(params: Record<string, string>): unknown {
		const { account, n, t, sign } = JSON.parse(Buffer.from(params['ticket'] ?? '', 'base64').toString()) as Record<
			string,
			string
		>;
		if (sign !== mac([account, n, t].join('\n')) || Math.abs(Number(t) - Date.now() / 1000) > 60 || n?.length !== 6)
			throw error(401, 40104);
		if (account !== PERSON.username) throw error(404, 40420);
		const key = secret('key');
		keys.add(key);
		return { svckey: key };
	}

	function token(params: Record<string, string>): unknown {
		if (made.tokenError)
			throw new Refusal(400, {
				error: made.tokenError,
				error_description: `described with ${JSON.stringify(params)}`,
			});
		const good: Record<string, () => boolean> = {
			password: () => params['username'] === PERSON.username && params['password'] === md5(PERSON.password),
			refresh_token: () => refresh.delete(params['refresh_token'] ?? ''),
			exchange_token: () => params['exchange_token'] === 'foreign-code' && params['domain'] === 'acme',
			svckey: () => keys.delete(params['svckey'] ?? ''),
		};
		if (!good[params['grant_type'] ?? '']?.())
			throw new Refusal(400, {
				error: params['grant_type'] === 'password' ? 'invalid_grant' : 'invalid_token',
				error_description: 'refused',
			});
		return issue();
	}

	const uploaded = (path: string, body: Buffer): void => void made.files.set(path, body);
	const own: Record<string, (seen: Seen, body: Buffer) => unknown> = {
		signOnEntGrant: ({ params }) => signOn(params),
		tokenIssue: ({ params }) => token(params),
		userFileInfo: ({ params: { fullpath = 'Folder/by id.txt' } }) => ({
			...(sample(schemaAt(operations.get('userFileInfo')?.answerPointer ?? '')) as object),
			dir: 0,
			hash: 'h',
			fullpath,
			filename: fullpath.split('/').at(-1),
			filehash: sha1(contentOf(fullpath)),
			filesize: contentOf(fullpath).length,
		}),
		userFileDownloadUrl: ({ params: { fullpath } }) => ({
			hash: 'h',
			filehash: sha1(contentOf(fullpath)),
			filesize: contentOf(fullpath).length,
			lock: 0,
			uris: [`${url}/content/${encodeURIComponent(fullpath ?? '')}`],
		}),
		userFileCreateFile: ({ params: { fullpath = '' } }) => {
			lastPath = fullpath;
			return { state: 0, hash: 'path-hash', fullpath, server: url };
		},
		userFileUploadServer: () => ({ server: url }),
		uploadInitUser: ({ headers }) => {
			const id = secret('session');
			sessions.set(id, {
				path: lastPath,
				size: Number(headers['x-svc-upload-filesize']),
				sha1: String(headers['x-svc-upload-filehash']),
				parts: [],
			});
			return { session: id };
		},
		uploadPart: ({ headers }, body) => void sessions.get(String(headers['x-svc-upload-session']))?.parts.push(body),
		uploadFinish: ({ headers }) => {
			const session = sessions.get(String(headers['x-svc-upload-session']));
			const content = Buffer.concat(session?.parts ?? []);
			if (!session || content.length !== session.size || sha1(content) !== session.sha1)
				made.problems.push('finish of an incomplete or different file');
			else uploaded(session.path, content);
		},
		webUploadUser: ({ params: { path = '', name = '' } }, body) => {
			const fullpath = path === '' ? name : `${path}/${name}`;
			uploaded(fullpath, body);
			return { hash: 'h', filesize: body.length, fullpath };
		},
	};

	function checkRequest(op: ContractOperation, seen: Seen): void {
		const { params, headers } = seen;
		const ignored = [...op.parameters.values()].filter(({ place }) => place === 'header').map(({ name }) => name);
		const found = requestProblems(op, params, ignored);
		if (op.signed && params['sign'] !== signature(params, op.unsigned)) found.push('wrong signature');
		if ('dateline' in params && Math.abs(Number(params['dateline']) - Date.now() / 1000) > 60)
			found.push('old dateline');
		if (params['client_id'] !== undefined && params['client_id'] !== CLIENT.clientId) found.push('unknown client');
		made.problems.push(...found.map((problem) => `${op.id}: ${problem}`));
		if (op.credential === 'token')
			requireToken(op.id === 'uploadInitUser' ? headers['x-svc-token'] : params['token']);
		if (found.length) throw error(400, 40003);
	}

	async function handle(req: IncomingMessage, res: ServerResponse): Promise<void> {
		const { pathname, searchParams } = new URL(req.url ?? '', 'http://x');
		if (pathname.startsWith('/content/'))
			return void res.end(contentOf(decodeURIComponent(pathname.slice('/content/'.length))));
		const { params: form, body } = await read(req);
		const params = { ...Object.fromEntries(searchParams), ...form };
		for (const name of ['sign', 'ticket']) if (params[name]) made.secrets.add(params[name]);
		const op = [...operations.values()].find(
			({ method, path, credential }) => method === req.method && path === pathname && credential !== 'org',
		);
		const seen: Seen = { operation: op?.id ?? `${req.method} ${pathname}`, params, headers: req.headers };
		made.requests.push(seen);
		if (!op)
			return json(res, 404, { error_code: 40001, error_msg: made.problems.push(`unknown ${seen.operation}`) });
		checkRequest(op, seen);
		const handler = own[op.id];
		const answer =
			(handler ? handler(seen, body) : op.answerPointer ? sample(schemaAt(op.answerPointer)) : {}) ?? {};
		const wrong = answerProblems(op, answer, params);
		if (wrong.length) made.problems.push(`own answer of ${op.id}: ${wrong.join('; ')}`);
		json(res, 200, answer);
	}

	const server = createServer((req, res) => {
		handle(req, res).catch((cause: unknown) => {
			if (cause instanceof Refusal) return json(res, cause.status, cause.body);
			made.problems.push(String(cause));
			json(res, 500, { error_code: 500, error_msg: String(cause) });
		});
	});
	await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
	url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
	const made: UserServer = {
		url,
		requests: [],
		problems: [],
		life: 21600,
		files: new Map(),
		secrets: new Set([CLIENT.clientSecret, PERSON.password, md5(PERSON.password)]),
		sent: (operation) => made.requests.filter((seen) => seen.operation === operation).map(({ params }) => params),
		grants: () => made.sent('tokenIssue').map((params) => params['grant_type'] ?? ''),
		expire: (all = false) => {
			for (const key of access.keys()) access.set(key, 0);
			if (all) refresh.clear();
		},
		reset: () => {
			made.requests.length = made.problems.length = 0;
			made.life = 21600;
			delete made.tokenError;
			for (const store of [made.files, access, refresh, keys, sessions]) store.clear();
		},
		close: async () => {
			server.closeAllConnections();
			await new Promise<void>((done) => server.close(() => done()));
		},
	};
	return made;
}

function json(res: ServerResponse, status: number, body: unknown): void {
	res.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}
