import type { IncomingHttpHeaders } from 'node:http';
import type { ContractOperation } from '../../contract/contract';
import { answerProblems } from '../../contract/validate';
import { FakeServer, type RecordedRequest } from '../../support/fakeServer';
import type { Reply } from '../../support/wire';
import { sampleAnswer } from './contractAnswers';
import { contentOf } from './requestParams';
import { contentOfAny, strictAnswers } from './strictAnswers';
import { noteProblems, operationOf, type Recorded } from './strictOracle';
import { UploadSessions } from './uploadSessions';

export { CLIENT, ENTERPRISE, PARTNER, PERSON } from './strictOracle';

/** An answer, or a function of the request's parameters that makes it. */
type Answer = unknown | ((params: Record<string, string>) => unknown);

/**
 * A server that knows openapi.yaml, the signature rule of the document and one access token, nothing else: the
 * independent oracle of what the nodes send. It records each request with everything the contract has against it, and
 * answers samples that satisfy the contract.
 */
export class StrictServer {
	readonly requests: Recorded[] = [];
	/** Replaces the sample answer of an operation. */
	readonly answers = new Map<string, Answer>();
	/** Content of files by path; any other path has a content of its own, or is missing when `onlyKnown`. */
	readonly files = new Map<string, Buffer>();
	onlyKnown = false;
	private readonly uploads = new UploadSessions((path, content) => this.files.set(path, content));
	private readonly own = strictAnswers({
		address: () => this.url,
		contentOf: (path) => this.contentOf(path),
		files: this.files,
		uploads: this.uploads,
	});
	private readonly fake = new FakeServer(async (request) => await this.guarded(request));

	/** Starts on a free port. */
	async listen(): Promise<void> {
		await this.fake.listen();
	}

	get url(): string {
		return this.fake.url;
	}

	/** Parameters of the requests of one operation, in the order in which they arrived. */
	sent(operation: string): Array<Record<string, string>> {
		return this.requests.filter((request) => request.operation === operation).map(({ params }) => params);
	}

	/** Everything that was wrong with any request. */
	problems(): string[] {
		return this.requests.flatMap(({ operation, problems }) =>
			problems.map((problem) => `${operation}: ${problem}`),
		);
	}

	/** Forgets requests, answers, files and sessions. */
	reset(): void {
		this.requests.length = 0;
		this.answers.clear();
		this.files.clear();
		this.uploads.clear();
		this.onlyKnown = false;
	}

	async close(): Promise<void> {
		await this.fake.close();
	}

	private contentOf(path: string | undefined): Buffer {
		return this.files.get(path ?? '') ?? contentOfAny(path);
	}

	/** A failure of this server is recorded as a problem of its own. */
	private async guarded(request: RecordedRequest): Promise<Reply> {
		try {
			return await this.reply(request);
		} catch (error) {
			const { method, path, headers, body } = request;
			const problems = [String(error)];
			this.requests.push({ operation: 'server', method, path, params: {}, headers, body, problems });
			return failure(500, 500, String(error));
		}
	}

	private async reply(request: RecordedRequest): Promise<Reply> {
		const { method, path, headers, query } = request;
		if (path.startsWith('/content/'))
			return contentReply(headers, this.contentOf(decodeURIComponent(path.slice('/content/'.length))));
		const { params, body, problems } = await contentOf(request);
		if (method === 'GET') Object.assign(params, Object.fromEntries(query));
		const op = operationOf(request, path, params);
		const recorded: Recorded = { operation: op?.id ?? 'unknown', method, path, params, headers, body, problems };
		this.requests.push(recorded);
		if (!op) {
			problems.push(`${method} ${path} is not in the contract`);
			return failure(404, 40001, 'wrong address');
		}
		noteProblems(op, recorded, query);
		const missing = this.isMissing(op, params);
		const answer = missing ? undefined : this.answerOf(op, recorded);
		if (problems.length) return failure(400, 40003, problems.join('; '));
		return missing ? failure(404, 40402, 'no such file') : { body: answer };
	}

	private isMissing({ id }: ContractOperation, { fullpath }: Record<string, string>): boolean {
		const isInfo = id === 'libraryFileInfo' || id === 'userFileInfo';
		return isInfo && this.onlyKnown && fullpath !== undefined && !this.files.has(fullpath);
	}

	private answerOf(op: ContractOperation, request: Recorded): unknown {
		const replaced = this.answers.get(op.id);
		if (typeof replaced === 'function') return (replaced as (params: unknown) => unknown)(request.params);
		if (replaced !== undefined) return replaced;
		const made = this.own[op.id]?.(request.params, request) ?? sampleAnswer(op);
		const wrong = answerProblems(op, made, request.params);
		if (wrong.length) throw new Error(`this server's own answer for ${op.id} is not valid: ${wrong.join('; ')}`);
		return made;
	}
}

const failure = (status: number, code: number, message: string): Reply => ({
	status,
	body: { error_code: code, error_msg: message },
});

/** The content of a file, or the range of it that a request asks for. */
function contentReply(headers: IncomingHttpHeaders, content: Buffer): Reply {
	const range = /^bytes=(\d+)-(\d*)$/.exec(headers.range ?? '');
	const from = Number(range?.[1] ?? 0);
	const body = content.subarray(from, range?.[2] ? Number(range[2]) + 1 : undefined);
	const common = { 'content-type': 'application/octet-stream', 'accept-ranges': 'bytes' };
	if (!range) return { headers: common, body };
	const sent = `bytes ${from}-${from + body.length - 1}/${content.length}`;
	return { status: 206, headers: { ...common, 'content-range': sent }, body };
}
