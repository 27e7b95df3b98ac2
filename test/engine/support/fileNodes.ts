import type { IDataObject, INodeExecutionData, INodeListSearchResult, INodeType } from 'n8n-workflow';
import { actionNodes } from '../../contract/actionNodes';
import type { EmulatorOptions } from '../../emulator';
import { putContent } from '../../emulator/demo/sampleFiles';
import type { BinaryMode, RunResult, RunSetup } from './engine';
import { by } from './library';
import { nameOf, World } from './world';

/** The library of the person. */
const DEMO_MOUNT = 2101;

/** The two nodes that work with files. */
export const FILE_NODES = ['fileLibrary', 'fileLibraryUser'] as const;
export type FileNode = (typeof FILE_NODES)[number];

/** Both nodes in one engine, with the demo data of the emulator, and the tools that n8n makes of them. */
export class FileNodes extends World {
	override async open(options: Partial<EmulatorOptions> = {}, binaryMode?: BinaryMode): Promise<void> {
		await super.open({ seedDemo: true, ...options }, binaryMode);
		for (const node of FILE_NODES) this.engine.register(asTool(actionNodes[node]));
	}

	/** Runs an operation; `mount_id` of the person's library is added where the node needs it. */
	async run(
		node: FileNode,
		parameters: Record<string, unknown>,
		items: INodeExecutionData[] = [{ json: {} }],
		more: Partial<RunSetup> = {},
	): Promise<RunResult> {
		return await this.runAs(nameOf(node), node, parameters, { items, ...more });
	}

	/** Runs an operation as the tool of an agent, as the engine of n8n 2 runs tools. */
	async callTool(
		node: FileNode,
		parameters: Record<string, unknown>,
		args: Record<string, unknown> = {},
		more: Partial<RunSetup> = {},
	): Promise<RunResult> {
		return await this.runAs(`${nameOf(node)}Tool`, node, parameters, { items: [{ json: args as never }], ...more });
	}

	/** Adds a file to the library of either node. */
	seedFile(path: string, content: string | Buffer): void {
		const { library, seedFile } = this.emulator;
		for (const mountId of [library.mountId, DEMO_MOUNT]) seedFile(path, content, { ...library, mountId });
	}

	/** File: Create From Text, in the folder Texts. */
	async createText(node: FileNode, parameters: Record<string, unknown>): Promise<RunResult> {
		const create = { resource: 'file', operation: 'createFromText', folder: by('path', 'Texts') };
		return await this.run(node, { ...create, ...parameters });
	}

	/** Somebody else gives a file of either library another content, as a new version. */
	rewrite(path: string, content: string): void {
		const actor = { id: 2, name: 'Another' };
		for (const node of FILE_NODES) putContent(this.emulator.world, this.libraryOf(node), path, content, actor);
	}

	/** The first item of an operation that must not fail. */
	async itemOf(
		node: FileNode,
		resource: string,
		operation: string,
		parameters: Record<string, unknown>,
	): Promise<IDataObject> {
		const { items, error } = await this.run(node, { resource, operation, ...parameters });
		expect(error).toBeUndefined();
		return items[0]?.json ?? {};
	}

	/** File: Download. */
	async download(node: FileNode, path: string, parameters: Record<string, unknown>): Promise<RunResult> {
		return await this.run(node, { resource: 'file', operation: 'download', file: by('path', path), ...parameters });
	}

	/** The bytes of a file, as the service has them. */
	async bytesOf(path: string, node: FileNode = 'fileLibrary'): Promise<Buffer> {
		const { items } = await this.download(node, path, { binaryPropertyName: 'data' });
		return await this.engine.contentOf(items[0] ?? { json: {} });
	}

	/** The library that a node works with, as the emulator has it. */
	libraryOf(node: FileNode) {
		return this.libraryAt(node === 'fileLibrary' ? undefined : DEMO_MOUNT);
	}

	/** The ID of what is at a path of the library of a node. */
	idOf(node: FileNode, path: string): string | undefined {
		return this.libraryOf(node).tree.find(path)?.hash;
	}

	/** The names of all requests that put entries somewhere or take them away. */
	changes(): string[] {
		return this.lastParts().filter((name) =>
			['copy', 'mcopy', 'move', 'rename', 'del', 'create_folder', 'recover'].includes(name),
		);
	}

	/** What a list of a locator shows for a text that somebody types there. */
	async search(node: FileNode, method: string, filter: string): Promise<INodeListSearchResult> {
		const parameters = { resource: 'folder', operation: 'get', ...placeFor(node) };
		const { engine, credentials } = this;
		return await engine.search({ node: nameOf(node), parameters, credentials, method, filter });
	}

	private async runAs(
		name: string,
		node: FileNode,
		parameters: Record<string, unknown>,
		more: Partial<RunSetup>,
	): Promise<RunResult> {
		const credentials = structuredClone(this.credentials);
		const given = { ...placeFor(node), ...parameters };
		return await this.engine.run({ node: name, parameters: given, credentials, ...more });
	}
}

/** The parameters that name the library of a node. */
const placeFor = (node: FileNode): Record<string, unknown> =>
	node === 'fileLibraryUser' ? { library: by('id', DEMO_MOUNT) } : {};

/** As n8n turns a node into a tool (`convertNodeToAiTool` of packages/cli): another name, no input, one tool output. */
export const asTool = (node: INodeType): INodeType =>
	Object.create(node, {
		description: { value: { ...node.description, name: `${node.description.name}Tool` } },
	}) as INodeType;
