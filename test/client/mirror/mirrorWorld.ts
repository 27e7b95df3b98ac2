import type { ListedEntry } from '../../../src/protocol/tree/listedEntry';
import type { MirrorChange, MirrorFilter, MirrorPlan } from '#mirror/plan';
import { compareSides, mirrorMaker, type MirrorSide } from '#mirror/work';
import fc from 'fast-check';
import { type Clock, systemClock } from '../../../src/client/async/clock';
import type { Http, HttpRequest } from '../../../src/client/http/types';
import { type Applied, applyPlan } from '../../../src/client/plan/applyPlan';
import type { Account } from '../../../src/client/service/account';
import { makeSecretVault } from '../../../src/client/service/secretVault';
import { eachAlone } from '../../../src/protocol/plan/plan';
import { defined } from '../../../src/protocol/wire/json';
import { demoEnterprise, type Emulator, type LibraryAccess } from '../../emulator';
import { putContent } from '../../emulator/demo/sampleFiles';
import type { Entry } from '../../emulator/store/library/entry';
import type { Library } from '../../emulator/store/library/library';
import { deleteEntry, ensureFolder, moveEntry } from '../../emulator/store/library/write';
import { fieldsOf } from '../../support/ports';
import { faultyHttp, type HttpFault } from './faultyHttp';
import type { Tree } from './randomTrees';

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

/** Where the two folders are, and who opens them. */
export interface Where {
	readonly way: WayOfAccount;
	/** Whether both are in one library. */
	readonly isOne: boolean;
	readonly ignoresCase?: boolean;
}

export interface Disturbances {
	readonly faults?: readonly HttpFault[];
	readonly movements?: readonly Movement[];
	/** Which requests are answered 429, from the first one on and again from the start. */
	readonly refusals?: readonly boolean[];
}

/** Pauses are cut short: how long they are is tested elsewhere. */
const CLOCK: Clock = { ...systemClock, sleep: async (ms, signal) => await systemClock.sleep(ms / 100, signal) };
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
	static make(http: Http, emulator: Emulator, { way, isOne, ignoresCase = false }: Where): MirrorWorld {
		const add = (): LibraryAccess => {
			const access = emulator.addLibrary('Case');
			const library = emulator.libraries.get(access.mountId)!;
			library.profile.members.set(101, 1);
			library.tree.ignoresCase = ignoresCase;
			return access;
		};
		const from = add();
		return new MirrorWorld(http, emulator, from, isOne ? from : add(), way);
	}

	fill(source: Tree, target: Tree): void {
		this.put(this.from, 'S', source);
		// A folder without anything is also one that is not there.
		if (Object.keys(target).length > 0) this.put(this.to, 'Around/T', target);
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

	private move(movement: Movement): void {
		const [access, top] = movement.side === 'source' ? [this.from, 'S'] : [this.to, 'Around/T'];
		const library = this.libraryOf(access);
		const put = (path: string, content: string): void =>
			putContent(this.emulator.world, library, path, content, ACTOR);
		make(movement, library, top, put);
	}

	/** The files that runs have put into the recycle bin, by the paths which they had in the target folder. */
	deletedByRuns = (): ReadonlyArray<readonly [path: string, sha1: string]> =>
		this.libraryOf(this.to)
			.recycleBin.page(0, 1_000)
			.flatMap(({ entry, fullpath }) =>
				[['', entry] as const, ...pathsIn(entry, '/')].map(
					([path, { children, filehash }]) =>
						[`${fullpath}${path}`.slice('Around/T/'.length), children ? '' : filehash] as const,
				),
			)
			.filter(([, sha1]) => sha1 !== '');

	/** SHA1 of each file by its path, null for a folder. */
	source = (): Tree => treeAt(this.libraryOf(this.from).tree.find('S'));
	target = (): Tree => treeAt(this.libraryOf(this.to).tree.find('Around/T'));

	entries(side: 'S' | 'T'): ListedEntry[] {
		const top =
			side === 'S' ? this.libraryOf(this.from).tree.find('S') : this.libraryOf(this.to).tree.find('Around/T');
		return (top ? pathsIn(top) : []).map(([path, { children, filesize, filehash, hash }]) => ({
			path,
			dir: children !== null,
			hash,
			filehash,
			filesize: children ? 0 : filesize,
		}));
	}

	/** Everything that no run may touch, with the IDs of all entries; without what is in `but`. */
	around(but: readonly string[] = ['Around/T']): unknown {
		const isOutside = (path: string): boolean => !but.some((folder) => `${path}/`.startsWith(`${folder}/`));
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
		{ faults = [], movements = [], refusals = [] }: Disturbances = {},
		{ width = 3, continueOnFail = true, onMoved = () => undefined as unknown } = {},
	): Promise<MirrorRunResult> {
		const stop = new AbortController();
		const counts = { source: 0, target: 0 };
		const http = faultyHttp(this.http, faults, {
			onCrash: () => stop.abort(),
			isRefused: (number) => refusals[number % refusals.length] ?? false,
			onRequest: (request) => {
				for (const side of ['source', 'target'] as const) {
					if (!canBeNoticed(side, request, 'S')) continue;
					const due = movements.filter((each) => each.side === side && each.at === counts[side]);
					counts[side]++;
					for (const each of due) this.move(each);
					if (due.length > 0) onMoved();
				}
			},
		});
		const sideOf = (access: LibraryAccess, folder: string): MirrorSide => {
			const { account, ...side } = this.side(access, folder);
			const caller = {
				account: () => account,
				http,
				clock: CLOCK,
				signal: stop.signal,
				vault: makeSecretVault(),
			};
			return { ...side, caller };
		};
		const [source, target] = [sideOf(this.from, 'S'), sideOf(this.to, 'Around/T')];
		let plan: MirrorPlan | undefined;
		try {
			const compared = await compareSides({ source, target }, { deleteExtra, filter, concurrency: width });
			plan = compared.plan;
			if (compared.doubt) return { plan, requests: http.sent() };
			const { caller } = target;
			const [steps, making] = [plan.stages.map(eachAlone<MirrorChange>), mirrorMaker({ source, target })];
			const applied = await applyPlan({ stages: steps }, making, { caller, width, continueOnFail });
			return { plan, applied, requests: http.sent() };
		} catch (cause) {
			if (faults.length === 0 && movements.length === 0) throw cause;
			return { ...defined({ plan }), requests: http.sent() };
		}
	}
}

const treeAt = (folder: Entry | undefined): Tree =>
	Object.fromEntries(
		(folder ? pathsIn(folder) : []).map(([path, { children, filehash }]) => [path, children ? null : filehash]),
	);
const idsIn = (folder: Entry): Array<[string, string, string]> =>
	pathsIn(folder).map(([path, { hash, filehash }]) => [path, hash, filehash]);

/* What other people do in the two folders while a mirror runs. */

/** Something that is done just before the `at`th request after which it can still be noticed. */
export interface Movement {
	readonly at: number;
	readonly side: 'source' | 'target';
	readonly what: 'move' | 'add' | 'edit' | 'remove';
	/** Which entry, by its number in the order of paths; the folder into which it is moved, likewise. */
	readonly which: number;
	readonly where: number;
}

export const movement: fc.Arbitrary<Movement> = fc.record({
	at: fc.nat(40),
	side: fc.constantFrom('source', 'source', 'target'),
	what: fc.constantFrom('move', 'move', 'add', 'edit', 'remove'),
	which: fc.nat(30),
	where: fc.nat(30),
});

const OTHER = { id: 2, name: 'Somebody else' };

/** Everything in a folder with its path, in the order of paths. */
const pathsIn = (folder: Entry, prefix = ''): Array<readonly [string, Entry]> =>
	[...(folder.children?.byName.values() ?? [])].flatMap((entry) => {
		const path = `${prefix}${entry.name}`;
		return [[path, entry] as const, ...(entry.children ? pathsIn(entry, `${path}/`) : [])];
	});

/** Where it is possible. Only runs fill the recycle bin; new names are found at no source. */
function make(
	{ what, which, where, at, side }: Movement,
	library: Library,
	top: string,
	put: (path: string, content: string) => void,
): void {
	const folder = library.tree.find(top);
	const inside = folder ? pathsIn(folder) : [];
	const folders = ['', ...inside.flatMap(([path, { children }]) => (children ? [`/${path}`] : []))];
	const into = `${top}${folders[where % folders.length]!}`;
	const content = `${side} ${at} ${which}`;
	if (what === 'add' && folder) return put(`${into}/new${at}`, content);
	const [path, entry] = inside[which % Math.max(1, inside.length)] ?? [];
	if (!entry || path === undefined) return;
	if (what === 'remove') return deleteEntry(library, entry, true, OTHER);
	if (what === 'edit') return entry.children ? undefined : put(`${top}/${path}`, content);
	const isInside = `${into}/`.startsWith(`${top}/${path}/`);
	const to = `${into}/${entry.name}`;
	if (what === 'move' && !isInside && !library.tree.find(to)) moveEntry(library, entry, to, OTHER);
}

/** Whether a change before this request can be noticed: in the source by its next look, in the target by a new one. */
function canBeNoticed(side: Movement['side'], request: HttpRequest, source: string): boolean {
	const name = new URL(request.url).pathname.split('/').at(-1);
	const { fullpath = '' } = fieldsOf(request);
	const ofSource = `${fullpath}/`.startsWith(`${source}/`);
	return side === 'source' ? ofSource && (name === 'info' || name === 'ls') : name === 'info';
}
