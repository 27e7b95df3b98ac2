import { EventEmitter } from 'node:events';

/** What a webhook answers. */
interface Answer {
	status: number;
	headers: Record<string, string>;
	body: string;
}

/** The response as express gives it to a webhook, as far as nodes use it; what is written goes into `answer`. */
export class FakeResponse extends EventEmitter {
	statusCode = 200;

	constructor(private readonly answer: Answer) {
		super();
	}

	setHeader(name: string, value: string): void {
		this.answer.headers[name] = value;
	}

	writeHead(status: number, headers: Record<string, string>): void {
		Object.assign(this.answer, { status, headers: { ...this.answer.headers, ...headers } });
		this.statusCode = status;
	}

	end(text: string): void {
		this.answer.body = text;
		this.emit('finish');
	}

	/** n8n answers instead of the node. */
	endAs(status: number): void {
		this.statusCode = status;
		this.emit('finish');
	}
}

/** A request as n8n hands it on: its body is parsed, and the bytes are there too, unless `raw` are others. */
export const fakeRequest = (
	query: object,
	body: unknown,
	{
		type,
		language,
		raw,
	}: { type?: string | undefined; language?: string | undefined; raw?: Buffer | undefined } = {},
): object => ({
	query,
	body,
	headers: {
		...(type === undefined ? {} : { 'content-type': type }),
		...(language === undefined ? {} : { 'accept-language': language }),
	},
	params: {},
	rawBody: raw ?? Buffer.from(typeof body === 'string' ? body : JSON.stringify(body ?? {})),
});
