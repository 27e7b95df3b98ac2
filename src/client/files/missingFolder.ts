import type { Sent, ServiceRequest } from '../../protocol/operation/request';
import { numberOf, defined } from '../../protocol/wire/json';
import { isLibraryError, rethrown, type LibraryError, valueError, quoted } from '../../protocol/wire/libraryError';
import { oncePer } from '../../protocol/wire/oncePer';
import { parentPath } from '../../protocol/wire/paths';
import { once, whileUnderWay } from '../async/once';
import type { Account } from '../service/account';
import { type Caller, call, unlessFailed } from '../service/call';
import { infoIfExists, fileCalls } from './fileCalls';

/* Requests that put something into a folder, which is created when it is missing. */

/** What a request needs: the folders that it puts something into, and the entries that it takes. All as parameters. */
export interface Needs {
	/** What names each folder: `fullpath`, with `mount_id` for a user token. */
	readonly folders: readonly Sent[];
	readonly sources: readonly Sent[];
	readonly operator?: Sent;
}

interface Creations {
	/** Those under way: two items must not create the same folder, which might then be there twice. */
	readonly underWay: Map<string, Promise<void>>;
	/** Those that were made, in the order of their creation. */
	readonly made: string[];
}
const creationsBy = oncePer((_account: Account): Creations => ({ underWay: new Map(), made: [] }));
const keyOf = (folder: Sent): string => JSON.stringify([folder.mount_id, folder.fullpath]);

/**
 * Sends a request that puts something into folders. The document does not say whether the service creates one that is
 * missing (G39): a request that it refuses is sent once more when a folder was missing and has been created. For
 * sources that do not exist, nothing is created. A request that succeeds at once costs nothing more. Throws what `call`
 * throws, and LibraryError input where the destination is a file.
 */
export async function callInto<O>(caller: Caller, request: ServiceRequest<O>, params: Sent, needs: Needs): Promise<O> {
	const before = creationsBy(caller.account()).made.length;
	try {
		return await call(caller, request, params);
	} catch (refusal) {
		if (!isLibraryError(refusal) || !mayMissFolder(refusal)) throw rethrown(refusal);
		// The refusal itself is the failure to show, unless it is known what is wrong with the destination.
		const isCreated = await unlessFailed(createMissing(caller, needs, before), (failure) => {
			throw failure.field === undefined ? refusal : failure;
		});
		if (!isCreated) throw rethrown(refusal);
		return await call(caller, request, params);
	}
}

/** Whether a refusal may be due to a folder that does not exist. */
const mayMissFolder = ({ kind, status }: LibraryError): boolean =>
	status !== undefined && (kind === 'notFound' || kind === 'input' || kind === 'conflict');

/** Creates the folders that do not exist. Whether there is one now that was not there `before`. */
async function createMissing(
	caller: Caller,
	{ folders, sources, operator = {} }: Needs,
	before: number,
): Promise<boolean> {
	const { made } = creationsBy(caller.account());
	const wanted = folders.filter(({ fullpath }) => fullpath !== '');
	const missing: Sent[] = [];
	for (const folder of wanted) if (!(await isFolder(caller, folder))) missing.push(folder);
	if (missing.length === 0) return wanted.some((folder) => made.includes(keyOf(folder), before));
	for (const source of sources) if (!(await infoIfExists(caller, source))) return false;
	for (const folder of missing) await create(caller, folder, operator, before);
	return true;
}

/**
 * Creates a folder and those around it, as far as they are missing: each once for `made`, however many want it at the
 * same time. Throws what `isThere` and `create` throw.
 */
export async function ensureFolder(
	made: Map<string, Promise<void>>,
	fullpath: string,
	/** `create` creates a folder whose parent is there. */
	maker: {
		readonly isThere: (fullpath: string) => Promise<boolean>;
		readonly create: (fullpath: string) => Promise<void>;
	},
): Promise<void> {
	if (fullpath === '') return;
	await once(made, fullpath, async () => {
		if (await maker.isThere(fullpath)) return;
		await ensureFolder(made, parentPath(fullpath), maker);
		await maker.create(fullpath);
	});
}

/** Whether there is a folder. Throws LibraryError input where there is a file. */
async function isFolder(caller: Caller, folder: Sent): Promise<boolean> {
	const entry = await infoIfExists(caller, folder);
	if (entry && numberOf(entry.dir) === 0)
		throw valueError(
			'Destination Folder',
			`${quoted(folder.fullpath ?? '')} is a file, not a folder`,
			'Choose the folder, and enter the name in New Name.',
		);
	return entry !== undefined;
}

/** The parameters of a request that say who makes a change. */
export const operatorIn = ({ op_id, op_name }: Sent): Sent => defined({ op_id, op_name });

/** Creates a folder that does not exist, and those around it before: once, however many items need it. */
async function create(caller: Caller, folder: Sent, operator: Sent, before: number): Promise<void> {
	const { underWay, made } = creationsBy(caller.account());
	const key = keyOf(folder);
	if (!underWay.has(key) && made.includes(key, before)) return;
	await whileUnderWay(underWay, key, async () => {
		const parent = { ...folder, fullpath: parentPath(folder.fullpath ?? '') };
		if (parent.fullpath !== '' && !(await isFolder(caller, parent))) await create(caller, parent, operator, before);
		await fileCalls(caller).createFolder(folder, operator);
		made.push(key);
	});
}
