import { systemClock, type Clock } from '../../../src/client/async/clock';
import type { Http } from '../../../src/client/http/types';
import { mirrorMaking } from '../../../src/client/mirror/makeChange';
import type { MirrorSide } from '../../../src/client/mirror/mirrorSide';
import { readSides } from '../../../src/client/mirror/readSide';
import { applyPlan, type Applied } from '../../../src/client/plan/applyPlan';
import type { Account } from '../../../src/client/service/account';
import { type MirrorFilter, wantedBy } from '../../../src/protocol/mirror/compareTrees';
import { planMirror } from '../../../src/protocol/mirror/planMirror';
import type { MirrorChange, MirrorPlan } from '../../../src/protocol/mirror/types';
import { eachAlone } from '../../../src/protocol/plan/plan';
import { demoEnterprise, type Emulator, type LibraryAccess } from '../../emulator/index';
import type { Entry } from '../../emulator/store/library/entry';
import { ensureFolder } from '../../emulator/store/library/write';
import { defined } from '../../../src/protocol/wire/json';
import { faultyHttp, type HttpFault } from './faultyHttp';
import type { Tree } from './randomTrees';

/** How a mirror runs. */
export interface MirrorRules {
	readonly deleteExtra: boolean;
	readonly filter: MirrorFilter;
}

/** What one run planned and did; `applied` is undefined where it did not come so far. */
export interface MirrorRunResult {
	readonly plan?: MirrorPlan;
	readonly applied?: Applied<MirrorChange>;
	readonly requests: number;
}

export type WayOfAccount = 'authorization' | 'token';

/** Pauses are cut short: how long they are is tested elsewhere. */
const CLOCK: Clock = {
	now: systemClock.now,
	sleep: async (ms, signal) => await systemClock.sleep(ms / 100, signal),
};
const ACTOR = { id: 1, name: 'Seeder' };

/** Two folders of libraries of an emulator, and what is around them. */
export class MirrorWorld {
	private constructor(
		private readonly http: Http,
		private readonly emulator: Emulator,
		private readonly from: LibraryAccess,
		private readonly to: LibraryAccess,
		private readonly way: WayOfAccount,
	) {}

	/** Libraries of their own for each case; with `isOne` both folders are in the same one. */
	static make(http: Http, emulator: Emulator, way: WayOfAccount, isOne: boolean): MirrorWorld {
		const add = (): LibraryAccess => {
			const access = emulator.addLibrary('Case');
			emulator.libraries.get(access.mountId)?.profile.members.set(101, 1);
			return access;
		};
		const from = add();
		return new MirrorWorld(http, emulator, from, isOne ? from : add(), way);
	}

	fill(source: Tree, target: Tree): void {
		this.put(this.from, 'S', source);
		this.put(this.to, 'Around/T', target);
		this.put(this.to, 'Around/Beside', { 'a/x': 'untouched', b: 'untouched' });
	}

	private put(access: LibraryAccess, folder: string, tree: Tree): void {
		const library = this.libraryOf(access);
		ensureFolder(library, folder, ACTOR);
		for (const [path, content] of Object.entries(tree))
			if (content === null) ensureFolder(library, `${folder}/${path}`, ACTOR);
			else this.emulator.seedFile(`${folder}/${path}`, content, access);
	}

	private libraryOf({ mountId }: LibraryAccess) {
		const library = this.emulator.libraries.get(mountId);
		if (!library) throw new Error(`no library ${mountId}`);
		return library;
	}

	/** SHA1 of each file by its path, null for a folder. */
	source = (): Tree => treeAt(this.libraryOf(this.from).tree.find('S'));
	target = (): Tree => treeAt(this.libraryOf(this.to).tree.find('Around/T'));

	/** Everything that no run may touch, with the IDs of all entries. */
	around(): unknown {
		const isOutside = (path: string): boolean => !`${path}/`.startsWith('Around/T/');
		return [this.from, this.to].map((access) =>
			idsIn(this.libraryOf(access).tree.root).filter(([path]) => isOutside(path)),
		);
	}

	private side(access: LibraryAccess, folder: string): Omit<MirrorSide, 'caller'> & { account: Account } {
		const { url, world } = this.emulator;
		const base = { baseUrl: url, vendorPrefix: 'svc', http: { allowUnauthorizedCerts: false } } as const;
		if (this.way === 'authorization') {
			const { orgClientId: clientId, orgClientSecret: secret } = access;
			return { account: { ...base, kind: 'org', clientId, secret }, folder };
		}
		const client = world.clients.get(demoEnterprise.clientId);
		if (client?.kind !== 'enterprise') throw new Error('no enterprise');
		const { accessToken: token } = world.tokens.issue(client, 101, world.now());
		const account: Account = { ...base, kind: 'token', token, secret: demoEnterprise.clientSecret };
		return { account, folder, mountId: String(access.mountId) };
	}

	/** One run of a mirror, to which faults happen. */
	async run(
		{ deleteExtra, filter }: MirrorRules,
		faults: readonly HttpFault[] = [],
		{ width = 3, continueOnFail = true } = {},
	): Promise<MirrorRunResult> {
		const stop = new AbortController();
		const http = faultyHttp(this.http, faults, () => stop.abort());
		const sideOf = (access: LibraryAccess, folder: string): MirrorSide => {
			const { account, ...side } = this.side(access, folder);
			return { ...side, caller: { account, http, clock: CLOCK, signal: stop.signal } };
		};
		const [source, target] = [sideOf(this.from, 'S'), sideOf(this.to, 'Around/T')];
		const { maxDepth } = filter;
		const depthOfTarget = deleteExtra && maxDepth !== undefined ? maxDepth + 1 : maxDepth;
		let plan: MirrorPlan | undefined;
		try {
			const concurrency = width;
			const read = await readSides({
				source: [source, { concurrency, ...defined({ maxDepth }) }],
				target: [target, { concurrency, mayBeMissing: true, ...defined({ maxDepth: depthOfTarget }) }],
			});
			plan = planMirror({
				source: read.source.entries,
				target: read.target.entries,
				targetExists: read.target.exists,
				wants: wantedBy(filter),
				deleteExtra,
				moves: this.way === 'token' ? 'folderOrName' : 'anyPath',
			});
			const { caller } = target;
			const [steps, making] = [plan.stages.map(eachAlone<MirrorChange>), mirrorMaking({ source, target })];
			const applied = await applyPlan(steps, making, { caller, width, continueOnFail });
			return { plan, applied, requests: http.sent() };
		} catch (cause) {
			if (faults.length === 0) throw cause;
			return { ...defined({ plan }), requests: http.sent() };
		}
	}
}

const pathsIn = (folder: Entry, prefix = ''): Array<readonly [string, Entry]> =>
	[...(folder.children?.byName.values() ?? [])].flatMap((entry) => {
		const path = `${prefix}${entry.name}`;
		return [[path, entry] as const, ...(entry.children ? pathsIn(entry, `${path}/`) : [])];
	});
const treeAt = (folder: Entry | undefined): Tree =>
	Object.fromEntries(
		(folder ? pathsIn(folder) : []).map(([path, { children, filehash }]) => [path, children ? null : filehash]),
	);
const idsIn = (folder: Entry): Array<[string, string, string]> =>
	pathsIn(folder).map(([path, { hash, filehash }]) => [path, hash, filehash]);
