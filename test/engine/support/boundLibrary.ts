import { inspect } from 'node:util';
import type { INodeExecutionData } from 'n8n-workflow';
import type { RunResult, RunSetup } from './engine';
import { by } from './library';
import { EmulatedLibrary, useWorld } from './world';

/** A library authorization that no test may use. */
export const OTHER = { orgClientId: 'of another credential', orgClientSecret: 'not used at all' };

/** The demo libraries 1101 to 1112 have the mount IDs 2101 to 2112. */
const mountOf = (org: number): number => org + 1000;

/** Parameters of the node with the credential of an enterprise, for the library 1101. */
export const on = (resource: string, operation: string, more: object = {}): Record<string, unknown> => ({
	authentication: 'enterprise',
	library: by('id', '1101'),
	resource,
	operation,
	...more,
});
export const GET = on('file', 'get', { file: by('path', 'a.txt') });
export const LIST = on('folder', 'getMany', { folder: by('path', '/') });

/** The File Library node with the credential of an enterprise, which opens the chosen library by itself. */
class BoundLibrary extends EmulatedLibrary {
	/** Everything that must never be visible in an item or an error. */
	private secrets = new Set<string>();

	override async open(): Promise<void> {
		await super.open(); // a new address each time: nothing is known about it
		this.credentials = this.changed(OTHER);
		this.secrets = new Set([this.emulator.enterprise.clientSecret]);
		for (const org of [1101, 1102, 1103, 1104]) this.seedFile(org, 'a.txt', 'content of a');
		for (const org of [1101, 1102, 1103, 1104]) this.seedFile(org, `of library ${org}`, '');
	}

	/** Runs the node, and looks for what must never be shown. */
	override async run(
		parameters: object,
		items?: INodeExecutionData[],
		more: Partial<RunSetup> = {},
	): Promise<RunResult> {
		const result = await super.run({ ...parameters }, items, more);
		this.noteSecrets();
		for (const secret of this.secrets)
			expect(inspect([result.items, result.error], { depth: 30 })).not.toContain(secret);
		return result;
	}

	/** How many requests opened a library. */
	binds(): number {
		return this.lastParts().filter((part) => part === 'bind').length;
	}

	/** Adds a file to a library of the demo enterprise. */
	seedFile(org: number, path: string, content: Buffer | string): void {
		this.emulator.seedFile(path, content, { ...OTHER, orgId: org, mountId: mountOf(org) });
	}

	/** What is at a path of the library 1101. */
	find(path: string): { readonly filehash: string } | undefined {
		return this.libraryAt(mountOf(1101)).tree.find(path);
	}

	/** Ends the authorization of the library 1101, as org/unbind does. */
	unbind(): void {
		this.noteSecrets();
		const { authorizations } = this.emulator.world;
		for (const { orgClientId, library } of authorizations.values())
			if (library.profile.orgId === 1101) authorizations.delete(orgClientId);
	}

	/** Ends it as soon as the first request with this path is answered. */
	unbindAfter(match: string): void {
		let isAnswered = false;
		const rewrite = (text: string): string => {
			if (!isAnswered) this.unbind();
			isAnswered = true;
			return text;
		};
		// Of requests under way together any may be answered first.
		this.emulator.faults.add({ match, times: Infinity, action: { rewrite } });
	}

	private noteSecrets(): void {
		for (const { orgClientId, orgClientSecret } of this.emulator.world.authorizations.values())
			this.secrets.add(orgClientSecret).add(orgClientId);
	}
}

/** The bound library of a test file: a new service for each test. */
export const useBoundLibrary = (): BoundLibrary => useWorld(new BoundLibrary());
