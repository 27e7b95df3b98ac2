import { FakeServer, type RecordedRequest } from '../../support/fakeServer';
import type { Reply } from '../../support/wire';
import { Authorizations, CLIENT, UNKNOWN, type Answer, type Params } from './authorizations';
import { contentOf } from './requestParams';
import { signatureOf } from './signature';
import { sha1, UploadSessions } from './uploadSessions';

export { LIBRARIES } from './authorizations';

/**
 * A service with one enterprise and many libraries, as small as the binding needs it: the enterprise's secret signs
 * org/*, the secret of each authorization signs the files of its library. Written anew from the document; it knows
 * nothing of the code it judges.
 */
export class EnterpriseServer {
	/** All requests in the order in which they arrived, with the library that was asked. */
	readonly log: Array<{ path: string; org?: number; params: Params }> = [];
	/** Answers with this instead, by the end of the path. */
	readonly refusals = new Map<string, Answer>();
	/** Called before each request is answered. */
	before: (path: string) => void = () => undefined;
	/** Content of files by `<org_id>/<fullpath>`. */
	readonly files = new Map<string, Buffer>();
	/** Everything that must never be visible in an item or an error. */
	readonly secrets = new Set([CLIENT.secret]);
	private readonly authorizations = new Authorizations(this.secrets);
	private readonly uploads = new UploadSessions((key, content) => this.files.set(key, content));
	private fake: FakeServer | undefined;

	/** Starts listening. */
	async start(): Promise<this> {
		this.fake = await FakeServer.start(async (request) => await this.reply(request));
		return this;
	}

	get url(): string {
		return this.fake?.url ?? '';
	}

	/** The fields of the enterprise credential. */
	get credential() {
		return {
			baseUrl: this.url,
			clientId: CLIENT.id,
			clientSecret: CLIENT.secret,
			vendorPrefix: 'svc',
			allowUnauthorizedCerts: false,
		};
	}

	/** How many requests had a path that ends like this. */
	count(end: string): number {
		return this.log.filter(({ path }) => path.endsWith(end)).length;
	}

	/** Ends the authorization of a library, as org/unbind does. */
	unbind(org: number): void {
		this.authorizations.unbind(org);
	}

	async close(): Promise<void> {
		await this.fake?.close();
	}

	private async reply(request: RecordedRequest): Promise<Reply> {
		const { path } = request;
		const { params, body: bytes } = await contentOf(request);
		const org = this.authorizations.find(params.org_client_id)?.org;
		this.log.push({ path, params, ...(org === undefined ? {} : { org }) });
		this.before(path);
		if (path.startsWith('/content/'))
			return { body: this.files.get(decodeURIComponent(path.slice('/content/'.length))) ?? '' };
		const refusal = [...this.refusals].find(([end]) => path.endsWith(end))?.[1];
		const [status, body] = refusal ?? this.answer(request, params, bytes);
		return { status, body };
	}

	private answer(request: RecordedRequest, params: Params, bytes: Buffer): Answer {
		if (request.path.startsWith('/m-open/1/org/')) return this.authorizations.answer(request.path, params);
		if (request.path.startsWith('/m-open/1/file/')) return this.library(request.path, params);
		return this.upload(request, bytes);
	}

	private library(path: string, params: Params): Answer {
		const by = this.authorizations.find(params.org_client_id);
		if (!by) return UNKNOWN;
		const unsigned = path.endsWith('/create_file') ? ['filehash', 'filesize'] : [];
		if (params.sign !== signatureOf(params, by.secret, unsigned))
			return [401, { error_code: 401041, error_msg: 'wrong signature' }];
		const fullpath = params.fullpath ?? '';
		const key = `${by.org}/${fullpath}`;
		switch (path.split('/').at(-1)) {
			case 'info':
				return this.info(fullpath, this.files.get(key));
			case 'ls': {
				const name = `of library ${by.org}`;
				return [200, { count: 1, list: [{ hash: 'h', dir: 0, fullpath: name, filename: name }] }];
			}
			case 'download_url':
				return [200, { urls: [`${this.url}/content/${key}`] }];
			case 'create_file':
				this.uploads.announce(key);
				return [200, { state: 0, hash: 'h', fullpath, server: this.url }];
			default:
				return [200, {}];
		}
	}

	private info(name: string, content: Buffer | undefined): Answer {
		if (!content) return [404, { error_code: 40402 }];
		const { length } = content;
		const checked = { filehash: sha1(content), filesize: length };
		return [200, { hash: 'h', dir: 0, fullpath: name, filename: name, ...checked }];
	}

	private upload({ path, query, headers }: RecordedRequest, bytes: Buffer): Answer {
		if (path === '/upload_init') {
			const known = this.authorizations.find(query.get('org_client_id'));
			return known ? [200, this.uploads.open(headers)] : [401, { error_code: 40101 }];
		}
		const problems = path === '/upload_part' ? this.uploads.part(headers, bytes) : this.uploads.finish(headers);
		return problems.length ? [400, { error_code: 40002, error_msg: problems.join('; ') }] : [200, {}];
	}
}

/** Starts an enterprise server. */
export const startEnterpriseServer = async (): Promise<EnterpriseServer> => await new EnterpriseServer().start();
