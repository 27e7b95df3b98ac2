import type { MultipartBody, Transport, TransportSettings } from '../ports/transport';
import { helperTransport } from '../shared/helperTransport';
import { connectionMemory } from './connectionMemory';
import { asByteStream, PlainStream } from './contentStream';

/** Requests by n8n's own helper: with forms, and memory that connections read into again. */
export const transportFor = (settings: TransportSettings): Transport =>
	helperTransport(settings, async ({ body, headers, largeAnswer }) => ({
		...(largeAnswer ? { agentOptions: { onread: connectionMemory() } } : {}),
		...(typeof body === 'object' && 'file' in body ? await multipart(body, headers) : body && { body }),
	}));

/** The form of an empty file by the encoder of `fetch`, cut before its last boundary: the content goes in between. */
async function multipart({ fields, file }: MultipartBody, headers: Readonly<Record<string, string>>) {
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
			...headers,
		},
	};
}
