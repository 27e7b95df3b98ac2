import type { IWebhookFunctions } from 'n8n-workflow';
import { isJsonObject } from '../../protocol/wire/json';

/** What a post brings, or the HTTP status and the reason it is refused with. */
export type PostBody =
	| { readonly body: unknown }
	| { readonly status: 413 | 415; readonly message: 'The post is too long.' | 'The post has the wrong type.' };

/** What the pages send, and what programs may send. n8n reads forms and XML too, whose values have no types. */
const TYPES = ['text/plain', 'application/json'];

const lengthOf = (body: unknown, raw: unknown): number =>
	Buffer.isBuffer(raw) ? raw.length : typeof body === 'string' ? Buffer.byteLength(body) : 0;

/**
 * The body of a post of at most `maxBytes`, as text or, where n8n parsed it, as a value. n8n has read it by then: it
 * reads at most N8N_PAYLOAD_SIZE_MAX (16 MB).
 */
export function readBody(context: IWebhookFunctions, maxBytes: number): PostBody {
	const request: unknown = context.getRequestObject();
	const { headers, rawBody } = isJsonObject(request) ? request : {};
	const type = isJsonObject(headers) ? headers['content-type'] : undefined;
	const [essence = ''] = typeof type === 'string' ? type.split(';') : [];
	// Without a type n8n hands on no body.
	if (type !== undefined && !TYPES.includes(essence.trim().toLowerCase()))
		return { status: 415, message: 'The post has the wrong type.' };
	const body: unknown = context.getBodyData();
	return lengthOf(body, rawBody) > maxBytes ? { status: 413, message: 'The post is too long.' } : { body };
}
