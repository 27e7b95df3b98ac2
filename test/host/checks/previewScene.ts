import { randomUUID } from 'node:crypto';
import type { Browser, BrowserContextOptions, FrameLocator, Page } from 'playwright-core';
import { until } from '../process/progress';
import type { Item } from '../n8n/restClient';
import type { Stage } from '../stage';

type Parameters = Record<string, unknown>;

/** Name of the trigger node in the workflows made here. */
export const TRIGGER = 'Viewer';
const LINK = 'Make the link';
export const byPath = (value: string): Parameters => ({ __rl: true, mode: 'path', value });

/** A published page. */
export interface Served {
	readonly workflowId: string;
	readonly url: string;
	readonly testUrl: string;
}

/** n8n registers the addresses of a published workflow a little later. A post without an event does nothing. */
const isServed = async (url: string, method: string): Promise<boolean> =>
	!(await (await fetch(url, { method })).text()).includes('not registered');

/** Pages of the trigger in the running n8n, and visitors who open them. */
export class PreviewScene {
	constructor(
		readonly stage: Stage,
		private readonly browser: Browser,
	) {}

	/** A workflow of its own with the trigger; published unless it only listens for tests. */
	async serve(parameters: Parameters, published = true): Promise<Served> {
		const path = randomUUID();
		const id = this.stage.credentials.fileLibraryOrgApi ?? '';
		const trigger = {
			id: 't',
			name: TRIGGER,
			type: 'n8n-nodes-file-library.fileLibraryPreviewTrigger',
			typeVersion: 1,
			position: [0, 0],
			webhookId: path,
			parameters,
			credentials: { fileLibraryOrgApi: { id, name: 'Library' } },
		};
		const after = {
			id: 'a',
			name: 'After',
			type: 'n8n-nodes-base.noOp',
			typeVersion: 1,
			position: [220, 0],
			parameters: {},
		};
		const connections = { [TRIGGER]: { main: [[{ node: 'After', type: 'main', index: 0 }]] } };
		const workflowId = await this.stage.rest.saveWorkflow({
			name: `Viewer ${path}`,
			nodes: [trigger, after],
			connections,
			settings: { executionOrder: 'v1' },
		});
		const url = `${this.stage.base}/webhook/${path}`;
		if (published) {
			await this.stage.rest.publish(workflowId);
			for (const method of ['GET', 'POST'])
				await until(
					10_000,
					'The page is not served',
					async () => ((await isServed(url, method)) ? true : undefined),
					50,
				);
		}
		return { workflowId, url, testUrl: `${this.stage.base}/webhook-test/${path}` };
	}

	/** A link to a page, made by the operation of File Library in an execution. */
	async link(
		pageUrl: string,
		viewer: string,
		file: string,
		options: Parameters = {},
	): Promise<Record<string, unknown>> {
		const { rest, credentials } = this.stage;
		const start = {
			id: 's',
			name: 'Start',
			type: 'n8n-nodes-base.manualTrigger',
			typeVersion: 1,
			position: [0, 0],
			parameters: {},
		};
		const make = {
			id: 'm',
			name: LINK,
			type: 'n8n-nodes-file-library.fileLibrary',
			typeVersion: 1,
			position: [220, 0],
			parameters: {
				resource: 'file',
				operation: 'getViewerPageLink',
				file: byPath(file),
				pageUrl,
				viewer,
				options,
			},
			credentials: { fileLibraryOrgApi: { id: credentials.fileLibraryOrgApi ?? '', name: 'Library' } },
		};
		const connections = { Start: { main: [[{ node: LINK, type: 'main', index: 0 }]] } };
		const id = await rest.saveWorkflow({
			name: `Link ${viewer}`,
			nodes: [start, make],
			connections,
			settings: { executionOrder: 'v1' },
		});
		const done = await rest.execute(id, 'Start', 30_000);
		if (done.status !== 'success') throw new Error(done.error);
		return done.items(LINK)[0]?.json ?? {};
	}

	/** All items that the trigger of a page has put out, oldest first. */
	async items({ workflowId }: Served): Promise<Array<Item['json']>> {
		return (await this.stage.rest.executions(workflowId)).flatMap((execution) =>
			execution.items(TRIGGER).map(({ json }) => json),
		);
	}

	/** The same, once there are `count`. */
	async itemsWhen(served: Served, count: number): Promise<Array<Item['json']>> {
		return await until(20_000, `${count} items`, async () => {
			const found = await this.items(served);
			return found.length >= count ? found : undefined;
		});
	}

	/** Calls `use` with a visitor of their own, who sees the page at `url`; an empty url opens nothing. */
	async visit<T>(
		url: string,
		use: (page: Page, preview: FrameLocator) => Promise<T>,
		options: BrowserContextOptions = {},
	): Promise<T> {
		const context = await this.browser.newContext({ viewport: { width: 1180, height: 820 }, ...options });
		try {
			const page = await context.newPage();
			page.setDefaultTimeout(15_000);
			if (url !== '') await page.goto(url);
			return await use(page, page.frameLocator('#preview'));
		} finally {
			await context.close();
		}
	}
}
