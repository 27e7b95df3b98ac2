import type { IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';
import { isJsonObject } from '../../protocol/wire/json';
import { refusePost } from './respond';

/** What a page posts: its length, what makes a post of a body, and what is said of a body that is none. */
interface PostRules<P> {
	readonly maxBytes: number;
	readonly read: (body: unknown) => P | undefined;
	readonly unknown: 'events' | 'reading';
}

/** What the pages send, and what programs may send. n8n reads forms and XML too, whose values have no types. */
const TYPES = ['text/plain', 'application/json'];

const lengthOf = (body: unknown, raw: unknown): number =>
	Buffer.isBuffer(raw) ? raw.length : typeof body === 'string' ? Buffer.byteLength(body) : 0;

/**
 * Takes the body of a post of at most `maxBytes`, which is text or, where n8n parsed it, a value. Answers a post of
 * another type or length, or that `read` does not know, by itself. n8n has read it by then: it reads at most
 * N8N_PAYLOAD_SIZE_MAX (16 MB).
 */
export async function takePost<P>(
	context: IWebhookFunctions,
	{ maxBytes, read, unknown }: PostRules<P>,
	take: (post: P) => Promise<IWebhookResponseData>,
): Promise<IWebhookResponseData> {
	const request: unknown = context.getRequestObject();
	const { headers, rawBody } = isJsonObject(request) ? request : {};
	const type = isJsonObject(headers) ? headers['content-type'] : undefined;
	const [essence = ''] = typeof type === 'string' ? type.split(';') : [];
	// Without a type n8n hands on no body.
	if (type !== undefined && !TYPES.includes(essence.trim().toLowerCase())) return refusePost(context, 415, 'type');
	const body: unknown = context.getBodyData();
	if (lengthOf(body, rawBody) > maxBytes) return refusePost(context, 413, 'long');
	const post = read(body);
	return post === undefined ? refusePost(context, 400, unknown) : await take(post);
}
