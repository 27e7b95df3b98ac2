import type { Browser } from 'playwright-core';
import type { N8nServer } from '../../../../dev/n8n/n8nServer';
import { killChild } from '../../../../dev/process/childProcess';
import type { PreparedN8n } from '../../../../dev/n8n/preparedN8n';
import { visit, type Visit } from '../../browser/visitor';
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

	/** See `visit`. */
	async visit<T>(...[link, use, options]: Visit<T>): Promise<T> {
		return await visit(this.browser, link, use, options);
	}
}
