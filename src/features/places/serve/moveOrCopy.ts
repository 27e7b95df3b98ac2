import { locationOf } from '../../../client/files/fileCalls';
import { callInto, operatorIn } from '../../../client/files/missingFolder';
import { mountIn } from '../../../client/service/account';
import { placedBy, type Placed } from '../../../client/files/whereIs';
import {
	becameOf,
	type IfTaken,
	type NamingOutcome,
	type Wanted,
	withTakenNames,
} from '../../../client/files/takenName';
import { call, type Caller } from '../../../client/service/call';
import { userRename } from '../../../protocol/catalogue/userPlaces';
import { allFields, defined, numberOf } from '../../../protocol/wire/json';
import { isLibraryError, LibraryError, quoted, rethrown, reworded } from '../../../protocol/wire/libraryError';
import { baseName, joinPath, parentPath } from '../../../protocol/wire/paths';
import { type Handler, type Item, outputItem, type Job } from '../../../n8n/execute/job';
import { contentOf } from '../../../n8n/execute/plainOperation';
import type { PlacedItem } from '../../../protocol/answers/items';

/* Move, Rename and Copy of one thing, and where it is afterwards. */

type Params = Job['params'];
type Input = { readonly conflict?: IfTaken };

/**
 * Moves or renames something, or copies it by token: one item for each thing, with the path and the ID that it has now
 * as far as that is known. A destination folder that does not exist is created. A new name by token is a request of
 * its own, made afterwards. Throws what the calls throw.
 */
export const handler: Handler<Input, PlacedItem> = {
	// What a token copies or moves has its own name first, in the new folder.
	claims({ params }, byFields) {
		const claim = byFields(params);
		const { newname, ...first } = params;
		if (newname === undefined || first.target_fullpath === undefined) return claim;
		return { ...claim, paths: [...new Set([...claim.paths, ...byFields(first).paths])] };
	},
	async run(job, caller) {
		const { op, params, checked } = job;
		const isCopied = 'deleteFrom' in op.input;
		const wanted = wantedBy(params);
		// What has its name and its place already is no request.
		const moving = wanted.filter(({ source, target }) => isCopied || source.fullpath !== target.fullpath);
		const outcomes = await withTakenNames(caller, {
			ifTaken: checked.conflict ?? 'rename',
			wanted: moving,
			isCopied,
			operator: operatorIn(params),
			send: async (those) => await place(job, caller, those),
		});
		const outcomeOf = new Map(outcomes);
		return wanted.map((one) => {
			const location = { fullpath: one.target.fullpath };
			const unmoved = { result: { content: {}, location }, isReplacement: false };
			return itemOf(one, outcomeOf.get(one) ?? unmoved);
		});
	},
};

async function place(
	{ op, params }: Job<Input>,
	caller: Caller,
	wanted: readonly Wanted[],
): Promise<readonly Placed[]> {
	const sources = wanted.map(({ source }) => source);
	const targets = wanted.map(({ target }) => target.fullpath);
	const fullpaths = params.fullpaths && sources.map(({ fullpath }) => fullpath).join('|');
	const sending: Params = { ...params, ...defined({ fullpaths }) };
	const { newname, overwrite, ...others } = sending;
	// The service knows nothing of a new name, and would replace a file that has the old one.
	const inFolder: Params = newname === undefined ? { ...others, ...defined({ overwrite }) } : others;
	const [target = ''] = targets;
	const folder = { ...targetMount(params), fullpath: parentPath(target) };
	// A rename by token stays in its folder, and the new name is a part of the request itself.
	if (params.target_fullpath === undefined && newname !== undefined) {
		const moved = { folder, paths: targets, moved: sources };
		return await placedBy(caller, moved, op, async () => await call(caller, op, sending));
	}
	const paths =
		newname === undefined ? targets : sources.map(({ fullpath }) => joinPath(folder.fullpath, baseName(fullpath)));
	const needs = { folders: [folder], sources, operator: operatorIn(params) };
	const send = async (): Promise<unknown> => await callInto(caller, op, inFolder, needs);
	const moved = 'deleteFrom' in op.input ? {} : { moved: sources };
	const placed = await placedBy(caller, { folder, paths, ...moved }, op, send);
	return newname === undefined ? placed : [await renamed(caller, folder, placed[0], target)];
}

function wantedBy(params: Params): Wanted[] {
	const { fullpath, fullpaths, newname, dest_fullpath: dest, target_fullpath: folder } = params;
	const sources = fullpaths?.split('|') ?? [fullpath ?? ''];
	const targetOf = (source: string): string =>
		folder === undefined
			? (dest ?? joinPath(parentPath(source), newname ?? ''))
			: joinPath(folder, newname ?? baseName(source));
	return sources.map((source) => ({
		source: { ...mountIn(params), fullpath: source },
		target: { ...targetMount(params), fullpath: targetOf(source) },
	}));
}

const targetMount = ({ target_mount_id: target, mount_id: source }: Params): Params =>
	defined({ mount_id: target ?? source });

/** Gives what was placed its new name. Throws LibraryError, with where it is; conflict where that is not known. */
async function renamed(caller: Caller, folder: Params, one: Placed | undefined, target: string): Promise<Placed> {
	const location = one?.location;
	if (!location)
		throw new LibraryError('conflict', `It was put into ${quoted(folder.fullpath || '/')}, but not renamed`, {
			hint: 'The folder contained something of that name, and the service does not say which one is new.',
			retryable: false,
		});
	if (location.fullpath === target) return one;
	const now = { ...mountIn(folder), fullpath: location.fullpath };
	const params = { ...now, newname: baseName(target) };
	const send = async (): Promise<unknown> => await call(caller, userRename, params);
	const targets = { folder, paths: [target], moved: [{ ...now, ...defined({ hash: location.hash }) }] };
	try {
		const [last] = await placedBy(caller, targets, userRename, send);
		return { content: { ...one.content, ...last?.content }, location: last?.location };
	} catch (failure) {
		if (!isLibraryError(failure) || failure.kind === 'aborted') throw rethrown(failure);
		const message = `It is in ${quoted(location.fullpath)} now, but could not be renamed: ${failure.message}`;
		throw reworded(failure, message);
	}
}

type PlaceAsked = Pick<PlacedItem, 'requested' | 'from_fullpath' | 'mount_id' | 'from_mount_id'>;

/** One item for each thing: what became of it, where it is now, what was asked for, and where it was. */
function itemOf({ source, target }: Wanted, outcome: NamingOutcome<Placed>): Item<PlacedItem> {
	const [from, to] = [source.mount_id, target.mount_id];
	const about = allFields<PlaceAsked>({
		requested: target.fullpath,
		from_fullpath: source.fullpath,
		mount_id: numberOf(to),
		from_mount_id: from === to ? undefined : numberOf(from),
	});
	if ('existing' in outcome)
		return outputItem<PlacedItem>({ ...locationOf(outcome.existing), ...about, skipped: true });
	const { content, location: known } = outcome.result;
	const item: PlacedItem = { success: true, ...known, ...about };
	const { fullpath: _path, hash: _hash, ...further } = contentOf(content);
	return outputItem<PlacedItem>({ ...item, ...further, ...becameOf(target.fullpath, known, outcome.isReplacement) });
}
