import type { IDataObject } from 'n8n-workflow';
import type { EmulatorOptions } from '../../emulator';
import type { CredentialData } from '../support/credentialsHelper';
import type { RunResult, WebhookResult } from '../support/engine';
import type { NodeSetup, WebhookRequest } from '../support/engineTypes';
import { by } from '../support/library';
import { World } from '../support/world';
import { settingsIn } from '../../support/pageSettings';
import { triggerNodes } from '../../contract/actionNodes';

/** Parameters of the trigger for a document of the demo library. */
export const FILE = { file: by('path', 'Contracts/offer.pdf'), events: ['page', 'progress'] };
/** The engine's own address; the path of the page is the one of the form. */
const PAGE = 'http://127.0.0.1/x/page';

/** The Preview Trigger in n8n's own webhook context, with the node that creates its links, against the emulator. */
export class PreviewSetup extends World {
	private trigger = '';

	override async open(options: Partial<EmulatorOptions> = {}): Promise<void> {
		await super.open({ seedDemo: true, ...options });
		this.trigger ||= this.engine.register(triggerNodes.fileLibraryPreviewTrigger);
	}

	/** Requests the page. */
	async page(
		parameters: object = FILE,
		{ query, credentials }: { query?: IDataObject; credentials?: CredentialData } = {},
	): Promise<WebhookResult> {
		return await this.request('setup', parameters, query ? { query } : {}, credentials);
	}

	/** The token of a page that was just loaded. */
	async newToken(): Promise<unknown> {
		return dataOf(await this.page()).token;
	}

	/** Posts events as the page's script does. */
	async post(token: unknown, events: unknown[], parameters: object = FILE): Promise<WebhookResult> {
		return await this.request('default', parameters, { body: JSON.stringify({ token, events }) });
	}

	/** Runs an operation on files with the File Library node. */
	async file(operation: string, parameters: object): Promise<RunResult> {
		return await this.runNode('fileLibrary', { resource: 'file', operation, ...parameters });
	}

	/** Runs Get Viewer Page Link. */
	async createLink(viewer: string, file: string, more: object = {}): Promise<RunResult> {
		return await this.file('getViewerPageLink', { file: by('path', file), pageUrl: PAGE, viewer, ...more });
	}

	/** The query of a fresh viewer link. */
	async linkQuery(viewer: string, file: string, more: object = {}): Promise<Record<string, string>> {
		const { items, error } = await this.createLink(viewer, file, more);
		expect(error).toBeUndefined();
		return Object.fromEntries(new URL(String(items[0]?.json.link)).searchParams);
	}

	/** Sends any request to the page. Its workflow is always the same one, unless `request` names another. */
	async request(
		webhook: 'setup' | 'default',
		parameters: { options?: object },
		request: Partial<WebhookRequest & Pick<NodeSetup, 'nodeProps'>>,
		credentials = this.credentials,
	): Promise<WebhookResult> {
		return await this.engine.webhook({
			node: this.trigger,
			parameters: { ...parameters, options: { path: 'page', ...parameters.options } },
			credentials,
			id: 'preview',
			...request,
			nodeProps: { webhookId: 'w', ...request.nodeProps },
			webhook,
		});
	}
}

/** The settings that the page gives its script. */
export const dataOf = ({ body }: WebhookResult): IDataObject => settingsIn(body) as IDataObject;

/** A page of a document of three, as the page posts it. */
export const pageEvent = (current: number, time = Date.now()) => ({ page: { current, total: 3 }, time });
