import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { ReadingPageObject } from './readingPageObject';
import { ReadingServer, type ReadingPageData } from './readingServer';

/** What one check works with. */
export interface Visit {
	readonly server: ReadingServer;
	readonly page: Page;
	readonly reader: ReadingPageObject;
}

/** How a page is served and seen. */
interface VisitOptions {
	readonly data?: Partial<ReadingPageData>;
	readonly context?: BrowserContextOptions;
	/** Opens nothing, so that the check can prepare the browser. */
	readonly unopened?: boolean;
}

/** Calls `use` with a page of its own server that a new visitor has opened. Errors of its script fail the check. */
export async function visitReading(
	browser: Browser,
	{ data = {}, context: options = {}, unopened = false }: VisitOptions,
	use: (visit: Visit) => Promise<void>,
): Promise<void> {
	const server = await ReadingServer.start();
	const context = await browser.newContext({ viewport: { width: 1180, height: 820 }, ...options });
	try {
		const page = await context.newPage();
		page.setDefaultTimeout(40_000);
		const errors: Error[] = [];
		page.on('pageerror', (error) => errors.push(error));
		server.data = data;
		const reader = new ReadingPageObject(page);
		if (!unopened) await reader.open(server.url);
		await use({ server, page, reader }).catch((error: unknown) => {
			throw errors[0] ?? error;
		});
		if (errors[0]) throw errors[0];
	} finally {
		await context.close();
		await server.close();
	}
}
