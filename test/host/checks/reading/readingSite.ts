import type { Browser, FrameLocator, Page } from 'playwright-core';
import type { N8nServer } from '../../../../dev/n8n/n8nServer';
import { killChild } from '../../../../dev/process/childProcess';
import type { PreparedN8n } from '../../../../dev/n8n/preparedN8n';
import { Readers } from './readers';

/** An n8n whose executions wait for readers, and that can be killed meanwhile. */
export class ReadingSite extends Readers {
	constructor(
		prepared: PreparedN8n,
		private server: N8nServer,
		private readonly start: () => Promise<N8nServer>,
		private readonly browser: Browser,
	) {
		super(prepared);
	}

	/** Kills n8n at once and starts it again with the same data. */
	async killAndRestart(): Promise<void> {
		await killChild(this.server.child);
		this.server = await this.start();
		await this.prepared.rest.signIn(this.prepared.login);
	}

	/** Calls `use` with a visitor who opens a link. */
	async visit<T>(link: string, use: (page: Page, preview: FrameLocator) => Promise<T>): Promise<T> {
		const context = await this.browser.newContext({ viewport: { width: 1180, height: 820 } });
		try {
			const page = await context.newPage();
			page.setDefaultTimeout(40_000);
			await page.goto(link);
			return await use(page, page.frameLocator('#preview'));
		} finally {
			await context.close();
		}
	}
}
