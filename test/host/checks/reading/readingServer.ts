import type { IncomingMessage, ServerResponse } from 'node:http';
import { pageHeaders, readingPage, type ReadingView } from '#preview';
import type { ReadingSettings } from '../../../../src/pages/settings';
import { viewerPage } from '../../../emulator/hosts/content/viewerPage';
import { type LoopbackServer, serve } from '../../process/loopbackServer';

/** The path and query of the page: a query belongs to the link, so the page must post it too. */
const LINK = '/webhook-waiting/1?signature=abc';
const EVENT_TYPE = 'SVC_VIEWER_EVENT';
const NONCE = 'nonce';
/** Chromium itself repeats a post on a connection that it has used before. */
const CLOSED = { connection: 'close' };

/** What a page shows, and what its program is told. */
export type ReadingPageData = Omit<ReadingView, 'settings'> & ReadingSettings;

/** Serves one reading page as n8n does, with a preview of three pages. */
export class ReadingServer {
	/** What the page is served with. */
	data: Partial<ReadingPageData> = {};

	private constructor(
		private readonly previews: LoopbackServer,
		private readonly pages: () => LoopbackServer,
	) {}

	static async start(): Promise<ReadingServer> {
		const previews = await serve((request, response) => {
			const name = decodeURIComponent(new URL(request.url ?? '/', 'http://x').pathname.slice(1));
			const view = { annotation: '', annotationMode: 'view', mediaSpeed: 20 };
			response
				.writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
				.end(viewerPage({ name, eventType: EVENT_TYPE, watermark: null, ...view }));
		});
		const pages = await serve((request, response) => served.answer(request, response));
		const served: ReadingServer = new ReadingServer(previews, () => pages);
		return served;
	}

	get url(): string {
		return this.pages().origin + LINK;
	}

	async close(): Promise<void> {
		await Promise.all([this.previews, this.pages()].map(async (server) => await server.close()));
	}

	private fullData(): ReadingPageData {
		const { filename = 'offer.pdf' } = this.data;
		const origin = this.previews.origin;
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
			reason: false,
			content: 'c1',
			media: false,
			validMs: 600_000,
			...this.data,
		};
	}

	private answer(request: IncomingMessage, response: ServerResponse): void {
		if (request.url !== LINK) return void response.writeHead(404).end();
		if (request.method === 'POST') return void response.writeHead(204, CLOSED).end();
		const previews = this.previews.origin;
		const inChinese = request.headers['accept-language']?.startsWith('zh') === true;
		const frame = { nonce: NONCE, language: inChinese ? 'zh' : 'en' } as const;
		const headers = pageHeaders(NONCE, true, { frame: previews, own: this.pages().origin });
		const { title, filename, viewer, url, comment, changed, ...settings } = this.fullData();
		const page = readingPage(frame, { title, filename, viewer, url, comment, changed, settings });
		response.writeHead(200, { ...headers, ...CLOSED }).end(page);
	}
}
