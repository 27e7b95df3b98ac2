import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pageHeaders } from '../../../../src/n8n/previewPage/pageHeaders';
import { readingPage, type ReadingView } from '../../../../src/n8n/previewPage/page';
import { REFUSALS, refusalPage, type Refusal } from '../../../../src/n8n/previewPage/refusal';
import type { ReadingSettings } from '../../../../src/pages/settings';
import { readReadingPost, type ReadingPost } from '../../../../src/protocol/reading/readingPost';
import { viewerPage } from '../../../emulator/hosts/content/viewerPage';

/** The path and query of the page: a query belongs to the link, so the page must post it too. */
const LINK = '/webhook-waiting/1?signature=abc';
const EVENT_TYPE = 'SVC_VIEWER_EVENT';
const NONCE = 'nonce';
/** Chromium itself repeats a post on a connection that it has used before. */
const CLOSED = { connection: 'close' };

/** What a page shows, and what its program is told. */
export type ReadingPageData = Omit<ReadingView, 'settings'> & ReadingSettings;

/** Status and JSON for one post; status 0 cuts the connection, after `readPost` has seen it. */
export interface Reply {
	readonly status: number;
	readonly body?: object;
}

async function listen(answer: (request: IncomingMessage, response: ServerResponse) => void): Promise<Server> {
	const server = createServer(answer);
	await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
	return server;
}

const originOf = (server: Server): string => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

async function bodyOf(request: IncomingMessage): Promise<string> {
	const chunks: Buffer[] = [];
	for await (const chunk of request) chunks.push(chunk as Buffer);
	return Buffer.concat(chunks).toString('utf8');
}

/** Serves one reading page as n8n does, with a preview of three pages, and answers its posts as a check decides. */
export class ReadingServer {
	/** What the page has posted, oldest first; invalid posts are undefined. */
	readonly posts: Array<ReadingPost | undefined> = [];
	/** What the page is served with. */
	data: Partial<ReadingPageData> = {};
	/** Serves this refusal instead of the page. */
	refusal?: Refusal;
	/** Whether the page runs in n8n's sandbox. */
	sandbox = true;
	reply: (post: ReadingPost | undefined) => Reply = () => ({ status: 204 });

	private constructor(
		private readonly previews: Server,
		private readonly pages: () => Server,
	) {}

	static async start(): Promise<ReadingServer> {
		const previews = await listen((request, response) => {
			const name = decodeURIComponent(new URL(request.url ?? '/', 'http://x').pathname.slice(1));
			const view = { annotation: '', annotationMode: 'view', mediaSpeed: 20 };
			response
				.writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
				.end(viewerPage({ name, eventType: EVENT_TYPE, watermark: null, ...view }));
		});
		const pages = await listen((request, response) => void served.answer(request, response));
		const served: ReadingServer = new ReadingServer(previews, () => pages);
		return served;
	}

	get url(): string {
		return originOf(this.pages()) + LINK;
	}

	/** The posts of one kind. */
	of<K extends ReadingPost['kind']>(kind: K): Array<Extract<ReadingPost, { kind: K }>> {
		return this.posts.filter((post): post is Extract<ReadingPost, { kind: K }> => post?.kind === kind);
	}

	close(): void {
		for (const server of [this.previews, this.pages()]) {
			server.closeAllConnections();
			server.close();
		}
	}

	private fullData(): ReadingPageData {
		const { filename = 'offer.pdf' } = this.data;
		const origin = originOf(this.previews);
		return {
			title: filename,
			filename,
			viewer: 'Zhang Wei',
			url: `${origin}/${encodeURIComponent(filename)}`,
			origin,
			type: EVENT_TYPE,
			token: 'first',
			ask: 'read',
			comment: true,
			changed: false,
			allPages: false,
			content: 'c1',
			media: false,
			validMs: 600_000,
			...this.data,
		};
	}

	private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
		if (request.url !== LINK) return void response.writeHead(404).end();
		if (request.method === 'POST') return await this.answerPost(request, response);
		const previews = originOf(this.previews);
		const inChinese = request.headers['accept-language']?.startsWith('zh') === true;
		const frame = { nonce: NONCE, language: inChinese ? 'zh' : 'en' } as const;
		const headers = pageHeaders(NONCE, this.sandbox, { frame: previews, own: originOf(this.pages()) });
		const { title, filename, viewer, url, comment, changed, ...settings } = this.fullData();
		const page = this.refusal
			? refusalPage(frame, this.refusal)
			: readingPage(frame, { title, filename, viewer, url, comment, changed, settings });
		response.writeHead(this.refusal ? REFUSALS[this.refusal].status : 200, { ...headers, ...CLOSED }).end(page);
	}

	private async answerPost(request: IncomingMessage, response: ServerResponse): Promise<void> {
		const post = readReadingPost(await bodyOf(request));
		this.posts.push(post);
		const { status, body } = post?.kind === 'renew' ? this.renewed() : this.reply(post);
		if (status === 0) return void request.socket.destroy();
		// As n8n does, so that a page in the sandbox may read the answer.
		const headers = { 'access-control-allow-origin': request.headers.origin ?? '*', ...CLOSED };
		response.writeHead(status, { ...headers, 'content-type': 'application/json' });
		response.end(status === 204 ? '' : JSON.stringify(body ?? {}));
	}

	private renewed(): Reply {
		const { url } = this.fullData();
		return { status: 200, body: { url: `${url}?renewed=${this.posts.length}`, token: 'renewed' } };
	}
}
