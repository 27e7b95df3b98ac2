import type { Browser } from 'playwright-core';
import type { Item } from '../../../../dev/n8n/executions';
import type { N8nServer } from '../../../../dev/n8n/n8nServer';
import type { PreparedN8n } from '../../../../dev/n8n/preparedN8n';
import { killChild } from '../../../../dev/process/childProcess';
import { waitFor } from '../../../../dev/process/waiting';
import { settingsIn } from '../../../support/pageSettings';
import { visit, type Visit } from '../../browser/visitor';
import { MANUAL_TRIGGER, workflowInARow } from '../../n8n/workflow';
import { byPath, libraryNode } from '../libraryNodes';

const WAITING_MS = 60_000;

/** What n8n answered to a post of a page. */
interface Reply {
	readonly status: number;
	readonly state: unknown;
}

/** An n8n whose executions wait for readers, who have no browser. */
export class Readers {
	constructor(readonly prepared: PreparedN8n) {}

	/** Starts a workflow that makes a link for each viewer, in their order, and returns when it waits for them. */
	async waiting(viewers: readonly string[], link: object, wait: object) {
		const { rest } = this.prepared;
		const jsCode = `return ${JSON.stringify(viewers)}.map((viewer) => ({ json: { viewer } }));`;
		const file = byPath('Contracts/offer.pdf');
		const common = { resource: 'file', operation: 'getReadingLink', file, viewer: '={{ $json.viewer }}' };
		const id = await rest.saveWorkflow(
			workflowInARow(`Reading ${viewers.join()}`.slice(0, 100), [
				MANUAL_TRIGGER,
				{ name: 'Viewers', type: 'n8n-nodes-base.code', typeVersion: 2, parameters: { jsCode } },
				libraryNode(this.prepared, 'Link', { ...common, ask: 'approve', ...link }),
				libraryNode(this.prepared, 'Wait', { resource: 'file', operation: 'waitForReading', ...wait }),
				{ name: 'After', type: 'n8n-nodes-base.noOp', parameters: {} },
			]),
		);
		const execution = await rest.start(id, MANUAL_TRIGGER.name);
		const waiting = await rest.waiting(execution, WAITING_MS);
		return { id: execution, links: waiting.items('Link').map(({ json }: Item) => String(json.link)) };
	}

	/** Opens a page without a browser; returns the token that it was given. */
	async token(link: string): Promise<unknown> {
		return settingsIn(await (await fetch(link)).text()).token;
	}

	/** Decides until n8n takes it: n8n refuses answers for an execution that a worker has not put down yet. */
	async decide(link: string, decision: 'approve' | 'decline'): Promise<void> {
		const token = await this.token(link);
		const content = { kind: 'decision', token, decision, comment: '', pages: [1], total: 3 };
		await waitFor(WAITING_MS, 'an answer that is accepted', async () => {
			return (await this.post(link, content)).state === 'accepted';
		});
	}

	/** Posts as the page does. */
	async post(link: string, content: object): Promise<Reply> {
		const answer = await fetch(link, { method: 'POST', body: JSON.stringify(content) });
		const { state } = JSON.parse((await answer.text()) || '{}') as { state?: unknown };
		return { status: answer.status, state };
	}
}

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
