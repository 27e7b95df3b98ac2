import { gzipSync } from 'node:zlib';
import type { RecordedRequest } from '../../support/fakeServer';
import type { Reply } from '../../support/wire';
import { firstByte } from './fileHost';

/** What a host may do that keeps to HTTP. */
export const HONEST = [
	'ok',
	'cut',
	'cutAtOnce',
	'cutAtEnd',
	'reset',
	'drip',
	'notHttp',
	'noLength',
	'noRanges',
	'wrongPart',
	'noContentRange',
	'unknownTotal',
	'otherEtag',
	'otherSize',
	'otherHost',
	'loop',
	'expire403',
	'expire410',
	's401',
	's404',
	's416',
	's429',
	's500',
	's503',
	'json',
] as const;
/** What only size or SHA1 can reveal. */
export const LYING = ['short', 'long', 'damaged', 'webPage', 'gzip'] as const;
export type Fault = (typeof HONEST)[number] | (typeof LYING)[number];

/** The reply with the content that a request asks for, damaged by a fault. */
export function contentReply(data: Buffer, request: RecordedRequest, fault: Fault): Reply {
	const { length } = data;
	const start = firstByte(request);
	const partial = (start > 0 && fault !== 'noRanges') || fault === 'wrongPart' || fault === 'noContentRange';
	const from = fault === 'wrongPart' ? start + 1 : start;
	const total = fault === 'unknownTotal' ? '*' : fault === 'otherSize' ? length + 7 : length;
	const rest = partial ? data.subarray(from) : data;
	const announced = rest.length + (fault === 'otherSize' && !partial ? 7 : 0);
	const chunked = ['noLength', 'short', 'long', 'gzip'].includes(fault);
	return {
		status: partial ? 206 : 200,
		chunked,
		headers: {
			etag: fault === 'otherEtag' ? '"2"' : '"1"',
			...(partial && fault !== 'noContentRange'
				? { 'content-range': `bytes ${from}-${length - 1}/${total}` }
				: {}),
			...(chunked ? {} : { 'content-length': announced }),
			...(fault === 'gzip' ? { 'content-encoding': 'gzip' } : {}),
		},
		...bodyOf(rest, fault),
	};
}

function bodyOf(rest: Buffer, fault: Fault): Pick<Reply, 'body' | 'fault'> {
	const half = rest.subarray(0, Math.ceil(rest.length / 2));
	switch (fault) {
		case 'cut':
			return { body: half, fault: 'cut' };
		case 'cutAtOnce':
			return { fault: 'cut' };
		case 'cutAtEnd':
		case 'otherSize':
			return { body: rest, fault: 'cut' };
		case 'drip':
			return { body: rest, fault: 'drip' };
		case 'short':
			return { body: half };
		case 'long':
			return { body: Buffer.concat([rest, Buffer.from('more')]) };
		case 'damaged':
			return { body: Buffer.concat([rest.subarray(0, -1), rest.subarray(-1).map((byte) => byte ^ 1)]) };
		case 'gzip':
			return { body: gzipSync(rest) };
		default:
			return { body: rest };
	}
}

/** What is answered in place of the content; undefined for a fault that only damages it. */
export function otherReply({ url }: RecordedRequest, fault: Fault): Reply | undefined {
	switch (fault) {
		case 'reset':
		case 'notHttp':
			return { fault };
		case 'otherHost':
			return { status: 302, headers: { location: `${url}&again=1` } };
		case 'loop':
			return { status: 302, headers: { location: url } };
		case 'json':
			return { status: 404, body: { error_code: 40402, error_msg: `nothing at ${url}` } };
		case 'webPage':
			return { headers: { 'content-type': 'text/html' }, body: '<html>Sign in</html>', chunked: true };
		case 's401':
		case 's404':
		case 's416':
		case 's429':
		case 's500':
		case 's503':
			return { status: Number(fault.slice(1)), headers: { 'retry-after': '1' }, body: url };
		default:
			return undefined;
	}
}
