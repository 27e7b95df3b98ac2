import { inspect } from 'node:util';
import type { INodeExecutionData } from 'n8n-workflow';
import { FileLibraryEnterpriseApi } from '../../../credentials/FileLibraryEnterpriseApi.credentials';
import type { RunResult, RunSetup } from './engine';
import { startEnterpriseServer, type EnterpriseServer } from './enterpriseServer';
import { by, node, startLibrary, type Library } from './library';

/** A library authorization that no test may use. */
export const OTHER = { orgClientId: 'of another credential', orgClientSecret: 'not used at all' };

/** Parameters of the node with the credential of an enterprise, for the library 1001. */
export const on = (resource: string, operation: string, more: object = {}): Record<string, unknown> => ({
	authentication: 'enterprise',
	library: by('id', '1001'),
	resource,
	operation,
	...more,
});
export const GET = on('file', 'get', { file: by('path', 'a.txt') });
export const LIST = on('folder', 'getMany', { folder: by('path', '/') });

/** The File Library node with the credential of an enterprise, which opens the chosen library by itself. */
class BoundLibrary {
	server!: EnterpriseServer;
	library!: Library;

	async start(): Promise<void> {
		this.server = await startEnterpriseServer(); // a new address each time: nothing is known about it
		this.library = await startLibrary({ url: this.server.url, ...OTHER });
		this.library.engine.register(node, new FileLibraryEnterpriseApi());
		this.library.credentials.fileLibraryEnterpriseApi = { ...this.server.credential };
		this.server.files.set('1001/a.txt', Buffer.from('content of a'));
	}

	/** Runs the node, and looks for what must never be shown. */
	async run(parameters: object, items?: INodeExecutionData[], more: Partial<RunSetup> = {}): Promise<RunResult> {
		const result = await this.library.run({ ...parameters }, items, more);
		for (const secret of this.server.secrets)
			expect(inspect([result.items, result.error], { depth: 30 })).not.toContain(secret);
		return result;
	}

	/** The last parts of the paths of all requests, in their order. */
	lastParts(): Array<string | undefined> {
		return this.server.log.map(({ path }) => path.split('/').at(-1));
	}
}

/** The bound library of a test file: a new service for each test. */
export function useBoundLibrary(): BoundLibrary {
	const bound = new BoundLibrary();
	beforeEach(async () => await bound.start());
	afterEach(async () => await bound.server.close());
	return bound;
}
