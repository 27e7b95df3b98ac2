import { randomUUID } from 'node:crypto';
import type { Browser } from 'playwright-core';
import type { Item } from '../../../../dev/n8n/executions';
import { visit, type Visit } from '../../browser/visitor';
import { workflowInARow } from '../../n8n/workflow';
import { waitFor } from '../../../../dev/process/waiting';
import { byPath, libraryNode, runNodes } from '../libraryNodes';
import type { PreparedN8n } from '../../../../dev/n8n/preparedN8n';

type Parameters = Record<string, unknown>;

/** The name of the trigger node in the workflows created here. */
export const TRIGGER = 'Viewer';
const LINK = 'Make the link';

/** Every kind of event, unless a check asks for less. */
const EVENTS = ['page', 'progress'];

/** A document of three pages in the demo library. */
export const DOCUMENT = 'Contracts/Framework agreement.pdf';

/** A page of the trigger, and the workflow that serves it. */
export interface ServedPage {
	readonly workflowId: string;
	readonly url: string;
	readonly testUrl: string;
}

/** n8n registers the addresses of a published workflow a moment later. A POST without an event changes nothing. */
const isRegistered = async (url: string, method: string): Promise<boolean> =>
	!(await (await fetch(url, { method })).text()).includes('not registered');

/** The pages of the Preview Trigger in a running n8n, and their visitors. */
export class PreviewSite {
	private readonly credentials: Readonly<Record<string, string | undefined>>;

	constructor(
		readonly prepared: PreparedN8n,
		private readonly browser: Browser,
	) {
		this.credentials = { fileLibraryOrgApi: prepared.credentials.fileLibraryOrgApi };
	}

	/** Creates a workflow whose trigger serves a page; `published` is false for a page that is only tested. */
	async serve(parameters: Parameters, published = true): Promise<ServedPage> {
		const { rest, base } = this.prepared;
		const path = randomUUID();
		const trigger = {
			name: TRIGGER,
			type: 'n8n-nodes-file-library.fileLibraryPreviewTrigger',
			webhookId: path,
			parameters: { events: EVENTS, ...parameters },
			credentials: this.credentials,
		};
		const after = { name: 'After', type: 'n8n-nodes-base.noOp', parameters: {} };
		const workflowId = await rest.saveWorkflow(workflowInARow(`Viewer ${path}`, [trigger, after]));
		const url = `${base}/webhook/${path}`;
		if (published) {
			await rest.publish(workflowId);
			for (const method of ['GET', 'POST'])
				await waitFor(30_000, 'the page to be served', async () => await isRegistered(url, method), 50);
		}
		return { workflowId, url, testUrl: `${base}/webhook-test/${path}` };
	}

	/** Executes the operation of File Library that makes a personal link to a page; returns its item. */
	async makeLink(
		pageUrl: string,
		viewer: string,
		file: string,
		options: Parameters = {},
	): Promise<Record<string, unknown>> {
		const make = { resource: 'file', operation: 'getViewerPageLink', file: byPath(file), pageUrl, viewer, options };
		const execution = await runNodes(this.prepared, libraryNode(this.prepared, LINK, make));
		return execution.items(LINK)[0]?.json ?? {};
	}

	/** All items that the trigger of a page has returned, oldest first. */
	async items({ workflowId }: ServedPage): Promise<Array<Item['json']>> {
		return (await this.prepared.rest.executions(workflowId)).flatMap((execution) =>
			execution.items(TRIGGER).map(({ json }) => json),
		);
	}

	/** All items of a page, as soon as there are at least `count`. */
	async waitForItems(served: ServedPage, count: number): Promise<Array<Item['json']>> {
		return await waitFor(60_000, `${count} items`, async () => {
			const found = await this.items(served);
			return found.length >= count && found;
		});
	}

	/** See `visit`. */
	async visit<T>(...[url, use, options]: Visit<T>): Promise<T> {
		return await visit(this.browser, url, use, options);
	}
}
