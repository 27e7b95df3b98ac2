import { createHash, createHmac } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { read } from './strictJudge';

/*
 * A service with one enterprise and many libraries, as small as the binding needs it: the enterprise's secret signs org/*, the secret
 * of each authorization signs the files of its library. Written anew from the document; it knows nothing of the code it judges.
 */

type Params = Record<string, string>;
type Answer = [status: number, body: unknown];
interface Authorization {
	id: string;
	secret: string;
	org: number;
}
export interface EnterpriseServer {
	url: string;
	credential: {
		baseUrl: string;
		clientId: string;
		clientSecret: string;
		vendorPrefix: string;
		allowUnauthorizedCerts: boolean;
	};
	/** Paths of all requests, in the order they came, with the library that was asked. */
	log: Array<{ path: string; org?: number; params: Params }>;
	count(path: string): number;
	/** Ends the authorization of a library, as org/unbind does. */
	unbind(org: number): void;
	/** Answers with this instead, by the end of the path. */
	refusals: Map<string, Answer>;
	/** Called before each request is answered. */
	before: (path: string) => void;
	files: Map<string, Buffer>;
	/** Everything that must never be seen in an item or an error. */
	secrets: Set<string>;
	close(): Promise<void>;
}

export const LIBRARIES = Array.from({ length: 230 }, (_, i) => ({
	org_id: 1000 + i,
	org_name: `${i % 10 === 0 ? 'Contracts' : 'Library'} ${i}`,
	org_logo_url: '',
	size_org_total: -1,
	size_org_use: 0,
	mount_id: 5000 + i,
	owner_id: 0,
}));
const CLIENT = { id: 'enterprise-client', secret: 'enterprise-secret-9876543210' };
const UNKNOWN: Answer = [401, { error_code: 40103, error_msg: 'client does not exist' }];
const sha1 = (bytes: Buffer): string => createHash('sha1').update(bytes).digest('hex');

function isSigned(params: Params, secret: string, unsigned: string[] = []): boolean {
	const names = Object.keys(params)
		.filter((name) => name !== 'sign' && !unsigned.includes(name))
		.sort();
	return (
		params.sign ===
		createHmac('sha1', secret)
			.update(names.map((name) => params[name]).join('\n'))
			.digest('base64')
	);
}

export async function startEnterpriseServer(): Promise<EnterpriseServer> {
	const authorizations: Authorization[] = [];
	const sessions = new Map<string, { key: string; parts: Buffer[] }>();
	let numbers = 0;
	let created = '';

	function bind({ org_id: org, mount_id: mount, title }: Params): Answer {
		const library = LIBRARIES.find((one) =>
			org === undefined ? String(one.mount_id) === mount : String(one.org_id) === org && mount === undefined,
		);
		if (!title) return [400, { error_code: 40003, error_msg: 'title' }];
		if (!library) return [404, { error_code: 40401, error_msg: 'no such library' }];
		let known = authorizations.find((one) => one.org === library.org_id);
		if (!known)
			authorizations.push(
				(known = {
					id: `bound-id-${++numbers}`,
					secret: `bound-secret-${numbers}-${library.org_id}`,
					org: library.org_id,
				}),
			);
		made.secrets.add(known.id).add(known.secret);
		return [200, { org_client_id: known.id, org_client_secret: known.secret }];
	}

	function enterprise(path: string, params: Params): Answer {
		if (params.client_id !== CLIENT.id) return UNKNOWN;
		if (!isSigned(params, CLIENT.secret))
			return [401, { error_code: 401041, error_msg: `sign ${params.sign} is wrong` }];
		if (path.endsWith('/ls')) return [200, { list: LIBRARIES }];
		if (path.endsWith('/search'))
			return [
				200,
				{
					list: LIBRARIES.filter(({ org_name: name }) => name.startsWith(params.prefix ?? '?')).slice(
						0,
						Number(params.size),
					),
				},
			];
		return bind(params);
	}

	function library(path: string, params: Params): Answer {
		const by = authorizations.find(({ id }) => id === params.org_client_id);
		if (!by) return UNKNOWN;
		if (!isSigned(params, by.secret, path.endsWith('/create_file') ? ['filehash', 'filesize'] : []))
			return [401, { error_code: 401041, error_msg: 'wrong signature' }];
		const name = params.fullpath ?? '';
		const key = `${by.org}/${name}`;
		const content = made.files.get(key);
		switch (path.split('/').at(-1)) {
			case 'info':
				return content
					? [
							200,
							{
								hash: 'h',
								dir: 0,
								fullpath: name,
								filename: name,
								filehash: sha1(content),
								filesize: content.length,
							},
						]
					: [404, { error_code: 40402 }];
			case 'ls':
				return [
					200,
					{
						count: 1,
						list: [
							{ hash: 'h', dir: 0, fullpath: `of library ${by.org}`, filename: `of library ${by.org}` },
						],
					},
				];
			case 'download_url':
				return [200, { urls: [`${made.url}/content/${key}`] }];
			case 'create_file':
				created = key;
				return [200, { state: 0, hash: 'h', fullpath: name, server: made.url }];
			default:
				return [200, {}];
		}
	}

	function upload(req: IncomingMessage, path: string, query: URLSearchParams, body: Buffer): Answer {
		const session = sessions.get(String(req.headers['x-svc-upload-session']));
		switch (path) {
			case '/upload_init': {
				if (!authorizations.some(({ id }) => id === query.get('org_client_id')))
					return [401, { error_code: 40101 }];
				const id = `session-${++numbers}`;
				sessions.set(id, { key: created, parts: [] });
				return [200, { session: id }];
			}
			case '/upload_part':
				return [session?.parts.push(body) ? 200 : 401, {}];
			default:
				made.files.set(session?.key ?? '', Buffer.concat(session?.parts ?? []));
				return [200, {}];
		}
	}

	async function handle(req: IncomingMessage, res: ServerResponse): Promise<void> {
		const { pathname, searchParams } = new URL(req.url ?? '', 'http://x');
		const { params, body } = await read(req);
		const org = authorizations.find(({ id }) => id === params.org_client_id)?.org;
		made.log.push({ path: pathname, params, ...(org === undefined ? {} : { org }) });
		made.before(pathname);
		if (pathname.startsWith('/content/'))
			return void res.end(made.files.get(decodeURIComponent(pathname.slice('/content/'.length))));
		const refusal = [...made.refusals].find(([end]) => pathname.endsWith(end))?.[1];
		const [status, answer] =
			refusal ??
			(pathname.startsWith('/m-open/1/org/')
				? enterprise(pathname, params)
				: pathname.startsWith('/m-open/1/file/')
					? library(pathname, params)
					: upload(req, pathname, searchParams, body));
		res.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
	}

	const server = createServer((req, res) => {
		handle(req, res).catch((error: unknown) => res.writeHead(500).end(String(error)));
	});
	await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
	const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
	const made: EnterpriseServer = {
		url,
		log: [],
		refusals: new Map(),
		before: () => undefined,
		files: new Map(),
		secrets: new Set([CLIENT.secret]),
		credential: {
			baseUrl: url,
			clientId: CLIENT.id,
			clientSecret: CLIENT.secret,
			vendorPrefix: 'svc',
			allowUnauthorizedCerts: false,
		},
		count: (end) => made.log.filter(({ path }) => path.endsWith(end)).length,
		unbind: (org) =>
			void authorizations.splice(0, authorizations.length, ...authorizations.filter((one) => one.org !== org)),
		close: async () => {
			server.closeAllConnections();
			await new Promise<void>((done) => server.close(() => done()));
		},
	};
	return made;
}
