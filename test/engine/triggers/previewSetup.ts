import type { IDataObject } from 'n8n-workflow';
import { FileLibraryEnterpriseApi } from '../../../credentials/FileLibraryEnterpriseApi.credentials';
import { FileLibraryOrgApi } from '../../../credentials/FileLibraryOrgApi.credentials';
import { FileLibrary } from '../../../nodes/FileLibrary/FileLibrary.node';
import { FileLibraryPreviewTrigger } from '../../../nodes/FileLibraryPreviewTrigger/FileLibraryPreviewTrigger.node';
import { startEmulator, type Emulator, type EmulatorOptions } from '../../emulator';
import type { CredentialData } from '../support/credentialsHelper';
import { createEngine, type Engine, type RunResult, type WebhookResult } from '../support/engine';
import type { NodeSetup, WebhookRequest } from '../support/engineTypes';
import { by, credentialFor } from '../support/library';

/** Parameters of the trigger for a document of the demo library. */
export const FILE = { file: by('path', 'Contracts/offer.pdf'), events: ['page', 'progress'] };
/** The engine's own address; the path of the page is the one of the form. */
const PAGE = 'http://127.0.0.1/x/page';

/** The Preview Trigger in n8n's own webhook context, with the node that creates its links, against the emulator. */
export class PreviewSetup {
	private constructor(
		private readonly engine: Engine,
		private readonly trigger: string,
		private readonly library: string,
		public emulator: Emulator,
	) {}

	static async start(options: Partial<EmulatorOptions> = {}): Promise<PreviewSetup> {
		const engine = await createEngine();
		const credentials = [new FileLibraryOrgApi(), new FileLibraryEnterpriseApi()];
		const trigger = engine.register(new FileLibraryPreviewTrigger(), ...credentials);
		const library = engine.register(new FileLibrary());
		return new PreviewSetup(engine, trigger, library, await startEmulator({ seedDemo: true, ...options }));
	}

	/** Continues with a fresh emulator. */
	async restart(): Promise<void> {
		await this.emulator.close();
		this.emulator = await startEmulator({ seedDemo: true });
	}

	async close(): Promise<void> {
		await this.emulator.close();
	}

	/** The credential of the library authorization, some of its fields replaced. */
	credentials(fields: Record<string, string> = {}): CredentialData {
		const { fileLibraryOrgApi } = credentialFor({ url: this.emulator.url, ...this.emulator.library });
		return { fileLibraryOrgApi: { ...fileLibraryOrgApi, ...fields } };
	}

	/** Requests the page. */
	async page(
		parameters: object = FILE,
		{ query, credentials }: { query?: IDataObject; credentials?: CredentialData } = {},
	): Promise<WebhookResult> {
		return await this.request('setup', parameters, query ? { query } : {}, credentials);
	}

	/** Posts a body to the page as it is. */
	async postBody(body: string, parameters: object = FILE, credentials?: CredentialData): Promise<WebhookResult> {
		return await this.request('default', parameters, { body }, credentials);
	}

	/** Posts events as the page's script does. */
	async post(
		token: unknown,
		events: unknown[],
		parameters: object = FILE,
		credentials?: CredentialData,
	): Promise<WebhookResult> {
		return await this.postBody(JSON.stringify({ token, events }), parameters, credentials);
	}

	/** Runs an operation on files with the File Library node. */
	async file(
		operation: string,
		parameters: object,
		credentials: CredentialData = this.credentials(),
	): Promise<RunResult> {
		return await this.engine.run({
			node: this.library,
			credentials,
			parameters: { resource: 'file', operation, ...parameters },
		});
	}

	/** Runs Get Viewer Page Link. */
	async createLink(
		viewer: string,
		file: string,
		more: object = {},
		credentials?: CredentialData,
	): Promise<RunResult> {
		const parameters = { file: by('path', file), pageUrl: PAGE, viewer, ...more };
		return await this.file('getViewerPageLink', parameters, credentials);
	}

	/** The query of a fresh viewer link. */
	async linkQuery(
		viewer: string,
		file: string,
		more: object = {},
		credentials?: CredentialData,
	): Promise<Record<string, string>> {
		const { items, error } = await this.createLink(viewer, file, more, credentials);
		expect(error).toBeUndefined();
		return Object.fromEntries(new URL(String(items[0]?.json.link)).searchParams);
	}

	/** Sends any request to the page. Its workflow is always the same one, unless `request` names another. */
	async request(
		webhook: 'setup' | 'default',
		parameters: { options?: object },
		request: Partial<WebhookRequest & Pick<NodeSetup, 'nodeProps'>>,
		credentials = this.credentials(),
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
export const dataOf = ({ body }: WebhookResult): IDataObject =>
	JSON.parse(/id="data"[^>]*>([^<]*)</.exec(body)?.[1] ?? '{}') as IDataObject;

/** A page of a document of three, as the page posts it. */
export const pageEvent = (current: number, time = Date.now()) => ({ page: { current, total: 3 }, time });
