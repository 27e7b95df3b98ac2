import type { ByteStream, TakePiece, Exchange, SentRequest, Transport, TransportSettings } from '../ports';
import { freed } from './blocks';
import { causesOf } from '../../protocol/wire/libraryError';

/** Options of a request for n8n's helper, besides those that all have. */
type OptionsOf = (request: SentRequest) => Promise<object> | object;

/** A body as it is; n8n's helper takes no form. */
const plainBody: OptionsOf = ({ body }) => (body === undefined ? {} : { body });

/** Requests by n8n's own helper, which opens a connection for each. */
export const helperTransport = (
	{ allowUnauthorizedCerts, helper }: TransportSettings,
	optionsOf: OptionsOf = plainBody,
): Transport => ({
	send: async (request, watch) => {
		if (!helper) throw new Error('n8n offers no request helper here');
		const stop = new AbortController();
		watch.begun((reason) => stop.abort(reason));
		stop.signal.throwIfAborted();
		const { method, url, headers, headersTimeout: timeout, largeAnswer } = request;
		const options = {
			method,
			url,
			headers: { ...headers },
			...PLAIN_ANSWER,
			timeout,
			abortSignal: stop.signal,
			skipSslCertificateValidation: allowUnauthorizedCerts,
			...(await optionsOf(request)),
		};
		const answer = await helper(options)
			.catch(redirectIn)
			.catch((cause: unknown) => {
				throw failureOf(cause);
			});
		return exchangeOf(answer as HelperAnswer, largeAnswer);
	},
});

/** An answer as n8n's helper gives it; older ones have read its body already. */
function exchangeOf({ statusCode: status, headers, body }: HelperAnswer, isLarge: boolean): Exchange {
	if (isStream(body)) return { status, headers: { ...headers }, ...streamed(body, isLarge) };
	const text = typeof body === 'string' ? body : JSON.stringify(body ?? '');
	const receive = async (take: TakePiece): Promise<void> => await take(Buffer.from(text));
	return { status, headers: { ...headers }, drop: () => undefined, receive };
}

const isStream = (body: unknown): body is ByteStream =>
	typeof body === 'object' && body !== null && Symbol.asyncIterator in body && 'destroy' in body;

/** A body that flows once it is received. */
function streamed(body: ByteStream, isLarge: boolean): Pick<Exchange, 'receive' | 'drop'> {
	let failure: Error | undefined;
	let [fail, hasEnded] = [(error: Error): void => void (failure ??= error), false];
	// Who gives up an answer does not want its error.
	body.on('error', (error) => fail(failureOf(error)));
	body.on('close', () => {
		if (!hasEnded) fail(Object.assign(new Error('closed early'), { code: 'ECONNRESET' }));
	});
	const drop = (reason: Error): void => {
		fail(reason);
		body.destroy();
	};
	const receive = async (take: TakePiece): Promise<void> =>
		await new Promise<void>((resolve, reject) => {
			if (failure) return reject(failure);
			fail = reject;
			let waits = 0;
			let last: Buffer | undefined;
			const taken = (): void => {
				if (--waits > 0) return;
				body.resume();
				if (hasEnded) resolve();
			};
			body.on('data', (piece: Buffer) => {
				// The parser, which copied it from the connection, and the reader are done with the piece before.
				if (isLarge && last && waits === 0) freed(last);
				last = piece;
				try {
					const wait = take(piece);
					if (!wait) return;
					waits++;
					body.pause();
					wait.then(taken, drop);
				} catch (error) {
					drop(error as Error);
				}
			});
			body.on('end', () => {
				hasEnded = true;
				if (waits === 0) resolve();
			});
		});
	return { receive, drop };
}

/* What n8n's request helper is asked for, returns and throws. */

/** What the helper needs to answer every status as it is, as a stream and without following redirects. */
export const PLAIN_ANSWER = {
	returnFullResponse: true,
	ignoreHttpStatusErrors: true,
	disableFollowRedirect: true,
	encoding: 'stream',
} as const;

/** An answer of the helper. */
interface HelperAnswer {
	readonly statusCode: number;
	readonly headers: Readonly<Record<string, string | string[] | undefined>>;
	readonly body: unknown;
}

/** Codes of the helper by the ones that mean the same and that the rest of the package knows. */
const CODES: Readonly<Record<string, string>> = {
	// The time limit of axios: no answer began.
	ECONNABORTED: 'UND_ERR_HEADERS_TIMEOUT',
	ERR_STREAM_PREMATURE_CLOSE: 'ECONNRESET',
	// A compressed answer that ended early.
	Z_BUF_ERROR: 'ECONNRESET',
};

/** The names of the errors by which n8n's protection against forged requests refuses an address. */
const REFUSED = /^Ssrf/;

/** A failure of the helper with its code only: every other property may contain the request and its secrets. */
function failureOf(cause: unknown): Error {
	for (const error of causesOf(cause)) {
		if (REFUSED.test(error.constructor.name))
			return Object.assign(new Error('The request was refused'), { code: 'EACCES' });
		if ('code' in error && typeof error.code === 'string')
			return Object.assign(new Error('The request failed'), { code: CODES[error.code] ?? error.code });
	}
	return new Error('The request failed');
}

/** Older helpers throw for a redirect, whatever the options say; its answer is an answer like others. */
function redirectIn(failure: unknown): HelperAnswer {
	const { name, response } = (failure ?? {}) as {
		name?: string;
		response?: { readonly status?: number; readonly data?: unknown } & Pick<HelperAnswer, 'headers'>;
	};
	if (!response || name !== 'AxiosError') throw failure;
	return { body: response.data, headers: response.headers, statusCode: response.status ?? 0 };
}
