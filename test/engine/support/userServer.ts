import type { IncomingHttpHeaders } from 'node:http';
import { operations, type ContractOperation } from '../../contract/contract';
import { answerProblems, requestProblems } from '../../contract/validate';
import { FakeServer, type RecordedRequest } from '../../support/fakeServer';
import type { Reply } from '../../support/wire';
import { sampleAnswer } from './contractAnswers';
import { contentOf } from './requestParams';
import { signatureOf } from './signature';
import { MIRRORED } from './strictAnswers';
import { sha1, UploadSessions } from './uploadSessions';
import { CLIENT, Refusal, refusalOf, UserAccount } from './userAccount';

export { CLIENT, PERSON } from './userAccount';

/** Content of every file that a test has not set. */
const CONTENT = Buffer.from('content of any file\n');

/** A request as its operation. */
interface Seen {
	operation: string;
	params: Record<string, string>;
	headers: IncomingHttpHeaders;
}
/** The answer to a request; undefined leaves it to a sample of the contract. */
type OwnAnswer = (seen: Seen, body: Buffer) => unknown;

/**
 * A strict server for one person: tickets, keys, tokens with expiry and rotation, signatures with the client secret,
 * and the user operations of the contract. What is wrong with a request, or with this server, is in `problems`.
 */
export class UserServer extends UserAccount {
	readonly requests: Seen[] = [];
	readonly problems: string[] = [];
	/** Replaces the sample answer of an operation. */
	readonly answers = new Map<string, (params: Record<string, string>) => unknown>();
	/** Content of files by path; any other path has a content of its own, or is missing when `onlyKnown`. */
	readonly files = new Map<string, Buffer>();
	onlyKnown = false;
	private readonly uploads = new UploadSessions((path, content) => this.files.set(path, content));
	private readonly own = this.ownAnswers();
	private fake: FakeServer | undefined;

	/** Starts listening. */
	async start(): Promise<this> {
		this.fake = await FakeServer.start(async (request) => await this.guarded(request));
		return this;
	}

	get url(): string {
		return this.fake?.url ?? '';
	}

	/** Parameters of the requests of one operation, in the order in which they arrived. */
	sent(operation: string): Array<Record<string, string>> {
		return this.requests.filter((seen) => seen.operation === operation).map(({ params }) => params);
	}

	/** grant_type of each token request. */
	grants(): string[] {
		return this.sent('tokenIssue').map((params) => params.grant_type ?? '');
	}

	/** Forgets requests, problems, files, tokens and sessions. */
	override reset(): void {
		super.reset();
		this.requests.length = this.problems.length = 0;
		this.files.clear();
		this.answers.clear();
		this.uploads.clear();
		this.onlyKnown = false;
	}

	async close(): Promise<void> {
		await this.fake?.close();
	}

	private contentOf(path = ''): Buffer {
		return this.files.get(path) ?? CONTENT;
	}

	/** Answers that depend on the request, by operation; all others are samples of their schema. */
	private ownAnswers(): Readonly<Record<string, OwnAnswer>> {
		return {
			signOnEntGrant: ({ params }) => this.signOn(params),
			tokenIssue: ({ params }) => this.token(params),
			userFileInfo: ({ params: { fullpath = 'Folder/by id.txt' } }) => ({
				...(sampleAnswer(operations.get('userFileInfo') as ContractOperation) as object),
				...this.fileFields(fullpath),
				dir: 0,
				fullpath,
				filename: fullpath.split('/').at(-1),
			}),
			userFileList: ({ params: { fullpath, start = '0' } }) => {
				const answer = sampleAnswer(operations.get('userFileList') as ContractOperation) as { list: object[] };
				const own = { dir: 0, filename: 'own.txt', fullpath: `${fullpath}/own.txt`, ...this.fileFields() };
				const list = [...answer.list, ...answer.list.map((entry) => ({ ...entry, ...own, hash: 'own' }))];
				return fullpath === MIRRORED ? { count: list.length, list: list.slice(Number(start)) } : answer;
			},
			userFileDownloadUrl: ({ params: { fullpath = '' } }) => ({
				...this.fileFields(fullpath),
				lock: 0,
				uris: [`${this.url}/content/${encodeURIComponent(fullpath)}`],
			}),
			userFileUploadServer: () => ({ server: this.url }),
			webUploadUser: ({ params: { path = '', name = '' } }, body) => {
				const fullpath = path === '' ? name : `${path}/${name}`;
				this.files.set(fullpath, body);
				return { hash: 'h', filesize: body.length, fullpath };
			},
			...this.uploadAnswers(),
		};
	}

	private fileFields(path?: string): object {
		const content = this.contentOf(path);
		return { hash: 'h', filehash: sha1(content), filesize: content.length };
	}

	private uploadAnswers(): Readonly<Record<string, OwnAnswer>> {
		return {
			userFileCreateFile: ({ params: { fullpath = '' } }) => {
				this.uploads.announce(fullpath);
				return { state: 0, hash: 'path-hash', fullpath, server: this.url };
			},
			uploadInitUser: ({ headers }) => this.uploads.open(headers, this.secret('session')),
			uploadPart: ({ headers }, body) => void this.problems.push(...this.uploads.part(headers, body)),
			uploadFinish: ({ headers }) => void this.problems.push(...this.uploads.finish(headers)),
		};
	}

	private check(op: ContractOperation, { params, headers }: Seen): void {
		const ignored = [...op.parameters.values()].filter(({ place }) => place === 'header').map(({ name }) => name);
		const { sign, dateline, client_id: client } = params;
		const found = requestProblems(op, params, ignored);
		if (op.signed && sign !== signatureOf(params, CLIENT.clientSecret, op.unsigned)) found.push('wrong signature');
		if (dateline !== undefined && Math.abs(Number(dateline) - Date.now() / 1000) > 60) found.push('old dateline');
		if (client !== undefined && client !== CLIENT.clientId) found.push('unknown client');
		this.problems.push(...found.map((problem) => `${op.id}: ${problem}`));
		if (op.credential === 'token')
			this.requireToken(op.id === 'uploadInitUser' ? headers['x-svc-token'] : params.token);
		if (found.length) throw refusalOf(400, 40003);
	}

	private async guarded(request: RecordedRequest): Promise<Reply> {
		try {
			return await this.reply(request);
		} catch (cause) {
			if (cause instanceof Refusal) return { status: cause.status, body: cause.body };
			this.problems.push(String(cause));
			return { status: 500, body: { error_code: 500, error_msg: String(cause) } };
		}
	}

	private async reply(request: RecordedRequest): Promise<Reply> {
		const { method, path, query, headers } = request;
		if (path.startsWith('/content/'))
			return { body: this.contentOf(decodeURIComponent(path.slice('/content/'.length))) };
		const { params: form, body } = await contentOf(request);
		const params = { ...Object.fromEntries(query), ...form };
		for (const secret of [params.sign, params.ticket]) if (secret) this.secrets.add(secret);
		const op = [...operations.values()].find(
			(one) => one.method === method && one.path === path && one.credential !== 'org',
		);
		const seen: Seen = { operation: op?.id ?? `${method} ${path}`, params, headers };
		this.requests.push(seen);
		if (!op) {
			this.problems.push(`unknown ${seen.operation}`);
			throw refusalOf(404, 40001);
		}
		this.check(op, seen);
		const isUnknown = params.fullpath !== undefined && !this.files.has(params.fullpath);
		if (op.id === 'userFileInfo' && this.onlyKnown && isUnknown) throw refusalOf(404, 40402);
		const replaced = this.answers.get(op.id);
		const own = this.own[op.id];
		const answer = (replaced ? replaced(params) : own ? own(seen, body) : sampleAnswer(op)) ?? {};
		const wrong = answerProblems(op, answer, params);
		if (wrong.length) this.problems.push(`own answer of ${op.id}: ${wrong.join('; ')}`);
		return { body: answer };
	}
}

/** Starts a user server. */
export const startUserServer = async (): Promise<UserServer> => await new UserServer().start();
