import type { Browser, BrowserContextOptions, FrameLocator, Page } from 'playwright-core';
import { visit } from '../../browser/visitor';
import { ReadingServer, type ReadingPageData } from './readingServer';

/** What one check works with. */
export interface ReadingVisit {
	readonly server: ReadingServer;
	readonly page: Page;
	readonly preview: FrameLocator;
}

/** How a page is served and seen. */
interface VisitOptions {
	readonly data: Partial<ReadingPageData>;
	readonly context?: BrowserContextOptions;
}

/** Calls `use` with a page of its own server that a new visitor has opened. Errors of its script fail the check. */
export async function visitReading(
	browser: Browser,
	{ data, context }: VisitOptions,
	use: (visit: ReadingVisit) => Promise<void>,
): Promise<void> {
	const server = await ReadingServer.start();
	server.data = data;
	const errors: Error[] = [];
	const opened = async (page: Page, preview: FrameLocator): Promise<void> => {
		page.on('pageerror', (error) => errors.push(error));
		await page.goto(server.url);
		await use({ server, page, preview });
	};
	try {
		await visit(browser, '', opened, context).catch((error: unknown) => {
			throw errors[0] ?? error;
		});
		if (errors[0]) throw errors[0];
	} finally {
		await server.close();
	}
}
