import type { ServerResponse } from 'node:http';
import type { ContractOperation } from '../../contract/contract';
import { FakeServer, type RecordedRequest } from '../../support/fakeServer';
import type { Reply } from '../../support/wire';
import { sampleAnswer } from '../support/contractAnswers';
import { contentOf } from '../support/requestParams';
import { strictAnswers } from '../support/strictAnswers';
import { operationOf, type Recorded } from '../support/strictOracle';
import { sha1 } from '../../support/hashes';
import { UploadSessions } from '../support/uploadSessions';
import type { Failure } from './badAnswers';
import type { LabSecrets } from './labSecrets';

/* What the service answers when nothing is wrong: samples of the contract, with secrets that need every escape. */

type Params = Record<string, string>;
type Answers = (op: ContractOperation, params: Params, request: RecordedRequest, body: Buffer) => unknown;

const CONTENT = Buffer.from('content of any file\n');

/** The answers of one service. `address` is its own, under which it serves uploads and downloads too. */
function goodAnswers(address: () => string, secrets: LabSecrets): Answers {
	const uploads = new UploadSessions(() => undefined);
	const link = (path: string): string =>
		`${address()}/content/${encodeURIComponent(secrets.linkPath)}/${encodeURIComponent(path)}` +
		`?sig=${encodeURIComponent(secrets.linkSignature)}&expires=1`;
	const strict = strictAnswers({ address, contentOf: () => CONTENT, files: new Map(), uploads });
	const content = { hash: 'h', filehash: sha1(CONTENT), filesize: CONTENT.length };
	const own: Readonly<Record<string, (params: Params, request: RecordedRequest) => unknown>> = {
		orgBind: () => ({ org_client_id: secrets.boundClient, org_client_secret: secrets.bound }),
		signOnEntGrant: () => ({ svckey: secrets.signOnKey }),
		tokenIssue: () => ({ access_token: secrets.access, refresh_token: secrets.refresh, expires_in: 21600 }),
		libraryFileDownloadUrl: ({ fullpath = 'x' }) => ({ urls: [link(fullpath)] }),
		libraryFileUploadServers: () => ({ 'm-upload': [address()], key: secrets.uploadKey }),
		libraryFilePreviewUrl: () => ({ url: `${address()}/preview?key=${encodeURIComponent(secrets.previewKey)}` }),
		userFileDownloadUrl: ({ fullpath = 'x' }) => ({ ...content, lock: 0, uris: [link(fullpath)] }),
		uploadInitLibrary: (_, { headers }) => uploads.open(headers, secrets.session),
		uploadInitUser: (_, { headers }) => uploads.open(headers, secrets.session),
	};
	return (op, params, request, body) => {
		const made = own[op.id]?.(params, request);
		if (made !== undefined) return made;
		const { method, path, headers } = request;
		const recorded: Recorded = { operation: op.id, method, path, params, headers, body, problems: [] };
		return strict[op.id]?.(params, recorded) ?? sampleAnswer(op);
	};
}

/** The failure of one run: which request is the first that fails, and whether all that follow do. */
export interface Plan {
	readonly from: number;
	readonly once: boolean;
	readonly failure: Failure;
	/** What the service says: secrets, encoded. Asked for each request, since each sends secrets of its own. */
	readonly say: (sent: readonly string[]) => string;
	/** A piece of a secret that may be part of a host name. */
	readonly host: string;
}

/** Parameters whose values are secrets: whatever is sent in them must not come back. */
const SECRET_PARAMETERS = ['sign', 'ticket', 'token', 'password', 'refresh_token', 'exchange_token', 'svckey'];

/**
 * A service that checks nothing, answers samples of the contract, and fails as planned, repeating what it was sent. It
 * is its own upload and download server. Addresses may begin with a part `/run…`, so that each run is another service.
 */
export class RepeatingService {
	readonly paths: string[] = [];
	/** Secrets that were sent in this run, or handed out. */
	readonly sent = new Set<string>();
	plan: Plan | undefined;
	private fake: FakeServer | undefined;
	private readonly answers: ReturnType<typeof goodAnswers>;

	constructor(private readonly secrets: LabSecrets) {
		this.answers = goodAnswers(() => this.url, secrets);
	}

	async start(): Promise<this> {
		this.fake = await FakeServer.start(async (request, response) => await this.reply(request, response));
		return this;
	}

	get url(): string {
		return this.fake?.url ?? '';
	}

	/** A new run, with or without a failure. */
	reset(plan?: Plan): void {
		this.plan = plan;
		this.paths.length = 0;
		this.sent.clear();
	}

	async close(): Promise<void> {
		await this.fake?.close();
	}

	private async reply(request: RecordedRequest, response: ServerResponse): Promise<Reply | undefined> {
		const number = this.paths.length;
		this.paths.push(`${request.method} ${request.path}`);
		const { params, body } = await contentOf(request);
		const all = { ...Object.fromEntries(request.query), ...params };
		for (const name of SECRET_PARAMETERS) if (all[name]) this.sent.add(all[name]);
		const good = this.good(request, all, body);
		const { plan } = this;
		const fails = plan && (plan.once ? number === plan.from : number >= plan.from);
		if (!fails) {
			for (const secret of handedOut(good, Object.values(this.secrets))) this.sent.add(secret);
			return good;
		}
		return plan.failure({ good, said: plan.say([...this.sent]), host: plan.host, response });
	}

	private good(request: RecordedRequest, params: Record<string, string>, body: Buffer): Reply {
		const path = request.path.replace(/^\/run[^/]*/, '');
		if (path.startsWith('/content/')) return { body: CONTENT };
		const op = operationOf(request, path, params);
		return op ? { body: this.answers(op, params, request, body) } : { status: 404, body: { error_code: 40001 } };
	}
}

/** The secrets in an answer, as they are or in an address. */
function handedOut({ body }: Reply, secrets: readonly string[]): string[] {
	const text = Buffer.isBuffer(body) ? '' : (JSON.stringify(body) ?? '');
	const isIn = (form: string): boolean => text.includes(JSON.stringify(form).slice(1, -1));
	return secrets.filter((secret) => isIn(secret) || isIn(encodeURIComponent(secret)));
}
