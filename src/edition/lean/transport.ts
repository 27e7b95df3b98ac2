import type {
	AnswerHandler,
	Controller,
	MultipartBody,
	RequestHelper,
	SentRequest,
	Transport,
	TransportSettings,
} from '../ports/transport';
import type { ByteStream } from '../ports/content';
import { failureOf, type HelperAnswer, PLAIN_ANSWER, redirectIn } from '../../protocol/wire/helperAnswer';
import { connectionMemory } from './connectionMemory';
import { asByteStream, PlainStream } from './contentStream';
import { freed } from '../shared/freed';
import { timer } from './timers';

/** Requests by n8n's own helper, which opens a connection for each. */
export function transportFor({ allowUnauthorizedCerts, helper }: TransportSettings): Transport {
	return {
		dispatch: (request, handler) => {
			const exchange = new Exchange(handler, request);
			handler.onRequestStart(exchange);
			void exchange.run(async (abortSignal) => {
				if (!helper) throw new Error('n8n offers no request helper here');
				return await answerOf(helper, request, {
					abortSignal,
					timeout: request.headersTimeout,
					skipSslCertificateValidation: allowUnauthorizedCerts,
					...(request.largeAnswer ? { agentOptions: { onread: connectionMemory() } } : {}),
				});
			});
		},
		close: async () => undefined,
	};
}

/** n8n's connections are free at once. */
export const connectionFree = async (): Promise<void> => undefined;

async function answerOf(
	helper: RequestHelper,
	request: SentRequest,
	options: object,
): Promise<HelperAnswer<ByteStream>> {
	const { method, url, body: given } = request;
	const { body, headers } = typeof given === 'object' && 'file' in given ? await multipart(given) : { body: given };
	const all = { ...headers, ...request.headers };
	const sent = { method, url, headers: all, ...PLAIN_ANSWER, ...options, ...(body === undefined ? {} : { body }) };
	return (await helper(sent).catch(redirectIn)) as HelperAnswer<ByteStream>;
}

/** One request and its answer, as n8n's helper gives it, handed to the handler. */
class Exchange implements Controller {
	readonly #handler: AnswerHandler;
	readonly #silenceMs: number;
	readonly #isLarge: boolean;
	readonly #stop = new AbortController();
	#body: ByteStream | undefined;
	#isOver = false;
	#heardAt = 0;
	#isPaused = false;
	/** The piece that the handler was given last. */
	#last: Buffer | undefined;
	#stopWatch = (): void => undefined;

	constructor(handler: AnswerHandler, { bodyTimeout, largeAnswer }: SentRequest) {
		this.#handler = handler;
		this.#silenceMs = bodyTimeout;
		this.#isLarge = largeAnswer;
	}

	async run(send: (signal: AbortSignal) => Promise<HelperAnswer<ByteStream>>): Promise<void> {
		try {
			if (this.#isOver) return;
			const answer = await send(this.#stop.signal);
			this.#body = answer.body;
			// Who gives up an answer does not want its error.
			answer.body.on('error', (error) => this.#fail(failureOf(error)));
			if (this.#isOver) answer.body.destroy();
			else this.#begin(answer);
		} catch (cause) {
			this.#fail(failureOf(cause));
		}
	}

	abort(reason: Error): void {
		this.#fail(reason);
		this.#stop.abort();
		this.#body?.destroy();
	}

	pause(): void {
		this.#isPaused = true;
		this.#body?.pause();
	}

	resume(): void {
		this.#isPaused = false;
		this.#heardAt = performance.now();
		this.#body?.resume();
	}

	#begin({ statusCode, headers, body }: HelperAnswer<ByteStream>): void {
		this.#handler.onResponseStart(this, statusCode, { ...headers });
		this.#heardAt = performance.now();
		if (this.#silenceMs > 0) this.#watch();
		body.on('data', (piece: Buffer) => {
			this.#heardAt = performance.now();
			if (this.#isOver) return;
			this.#passOn(piece);
		});
		body.on('end', () => {
			if (this.#isOver) return;
			this.#finish();
			this.#handler.onResponseEnd();
		});
		body.on('close', () => this.#fail(Object.assign(new Error('closed early'), { code: 'ECONNRESET' })));
		if (this.#isPaused) body.pause();
	}

	/** Frees the piece before: its parser, which copied it from the connection, and the handler are done with it. */
	#passOn(piece: Buffer): void {
		if (this.#isLarge && this.#last && !this.#isPaused) freed(this.#last);
		this.#last = piece;
		this.#handler.onResponseData(this, piece);
	}

	#watch(): void {
		const silentMs = this.#isPaused ? 0 : performance.now() - this.#heardAt;
		if (silentMs < this.#silenceMs) this.#stopWatch = timer(this.#silenceMs - silentMs, () => this.#watch());
		else this.abort(Object.assign(new Error('Body Timeout'), { code: 'UND_ERR_BODY_TIMEOUT' }));
	}

	#fail(error: Error): void {
		if (this.#isOver) return;
		this.#finish();
		this.#handler.onResponseError(this, error);
	}

	#finish(): void {
		this.#isOver = true;
		this.#stopWatch();
	}
}

/** The form of an empty file by the encoder of `fetch`, cut before its last boundary: the content goes in between. */
async function multipart({ fields, file }: MultipartBody) {
	const form = new FormData();
	for (const [name, value] of fields) form.append(name, value);
	form.append(file.field, new Blob([], { type: file.contentType }), file.name);
	const encoded = new Response(form);
	const whole = Buffer.from(await encoded.arrayBuffer());
	const end = whole.lastIndexOf('\r\n--');
	async function* parts(): AsyncGenerator<Buffer> {
		yield whole.subarray(0, end);
		yield* file.pieces;
		yield whole.subarray(end);
	}
	return {
		body: asByteStream(new PlainStream(parts)),
		headers: {
			'content-type': encoded.headers.get('content-type') ?? '',
			'content-length': String(whole.length + file.size),
		},
	};
}
