import type { IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { serve } from '../../process/loopbackServer';

/* What the knowledge sample works with: a model of embeddings, and the part of Qdrant's interface that n8n uses. */

async function bodyOf(request: IncomingMessage): Promise<Record<string, unknown>> {
	return JSON.parse((await text(request)) || '{}') as Record<string, unknown>;
}

/** A model that embeds every text alike, over the interface of OpenAI: nobody asks here what is near. */
export async function startEmbeddings(): Promise<{ url: string; close(): Promise<void> }> {
	const vector = [1, 0];
	const bytes = Buffer.from(new Float32Array(vector).buffer).toString('base64');
	const server = await serve((request, response) => {
		void bodyOf(request).then(({ input, encoding_format: format }) => {
			const embedding = format === 'base64' ? bytes : vector;
			const data = [input].flat().map((_text, index) => ({ object: 'embedding', index, embedding }));
			response.setHeader('content-type', 'application/json');
			response.end(JSON.stringify({ object: 'list', data, model: 'scripted', usage: { total_tokens: 1 } }));
		});
	});
	return { url: `${server.origin}/v1`, close: server.close };
}

/** A part of a file in the store. */
export interface Point {
	readonly id: string;
	readonly payload: { readonly content: string; readonly metadata: Readonly<Record<string, unknown>> };
}
type Match = { readonly value?: unknown; readonly any?: readonly unknown[] };
interface Filter {
	readonly must?: ReadonlyArray<{ readonly match: Match }>;
	readonly must_not?: ReadonlyArray<{ readonly match: Match }>;
}

const isMatched = ({ payload: { metadata } }: Point, { value, any }: Match): boolean =>
	any ? any.includes(metadata.hash) : metadata.hash === value;
const passes = (point: Point, { must = [], must_not: not = [] }: Filter): boolean =>
	must.every(({ match }) => isMatched(point, match)) && !not.some(({ match }) => isMatched(point, match));

/** A Qdrant with the collection `library`, whose filters ask for `metadata.hash`. */
export async function startQdrant(): Promise<{ url: string; points: () => readonly Point[]; close(): Promise<void> }> {
	let points: Point[] = [];
	const answer = (path: string, body: Record<string, unknown>): unknown => {
		if (path === '/collections') return { collections: [{ name: 'library' }] };
		if (path === '/collections/library/exists') return { exists: true };
		if (path === '/collections/library') return { status: 'green', config: {} };
		if (path === '/collections/library/points') points.push(...(body.points as Point[]));
		else if (path === '/collections/library/points/delete')
			points = points.filter((point) => !passes(point, body.filter as Filter));
		else throw new Error(`not scripted: ${path}`);
		return { operation_id: 1, status: 'completed' };
	};
	const server = await serve((request, response) => {
		void bodyOf(request).then((body) => {
			const { pathname } = new URL(request.url ?? '', 'http://x');
			response.setHeader('content-type', 'application/json');
			if (pathname === '/') return void response.end(JSON.stringify({ title: 'qdrant', version: '1.19.0' }));
			try {
				response.end(JSON.stringify({ result: answer(pathname, body), status: 'ok', time: 0 }));
			} catch (error) {
				response.statusCode = 404;
				response.end(JSON.stringify({ status: { error: String(error) }, time: 0 }));
			}
		});
	});
	return { url: server.origin, points: () => points, close: server.close };
}
