import type { IExecuteFunctions } from 'n8n-workflow';
import { makeMemoryBudget, type MemoryBudget } from '../../client/async/memoryBudget';
import { limitedHttp } from '../../client/http/limitedHttp';
import type { MirrorSide } from '../../client/mirror/mirrorPort';
import type { Caller } from '../../client/service/call';
import { variantOf } from '../../client/service/variantOf';
import { defined } from '../../protocol/wire/json';
import { inputError } from '../../protocol/wire/libraryError';
import { quoted } from '../../protocol/wire/quoted';
import { libraryCaller, TARGET_LIBRARY } from '../credentials/libraryCaller';
import type { Job } from './job';
import type { MirrorOptions } from './mirrorOptions';

/** The two sides of a mirror. */
export interface MirrorSides {
	readonly source: MirrorSide;
	readonly target: MirrorSide;
}

/** The requests that all items of a run may have under way together. */
const slotsOfRuns = new WeakMap<IExecuteFunctions, MemoryBudget>();

function slotsOf({ context }: Job, width: number): MemoryBudget {
	const slots = slotsOfRuns.get(context) ?? makeMemoryBudget(width);
	slotsOfRuns.set(context, slots);
	return slots;
}

/**
 * What opens the two folders; `caller` opens the library of the source. May send a request, which binds the library of
 * the target. Throws what `libraryCaller` throws, and inputError where one folder is, or is inside, the other one.
 */
export async function sidesOf(job: Job, caller: Caller, options: MirrorOptions): Promise<MirrorSides> {
	const { sourceFolder, targetFolder, sourceMount, targetMount, operator } = options;
	const slots = slotsOf(job, options.concurrency);
	const limited = (one: Caller): Caller => variantOf(one, { http: limitedHttp(one.http, slots) });
	const ofTarget = options.hasTargetLibrary && caller.account.kind !== 'token' ? await targetCaller(job) : caller;
	const source: MirrorSide = { caller: limited(caller), folder: sourceFolder, ...defined({ mountId: sourceMount }) };
	const target = { caller: limited(ofTarget), folder: targetFolder, operator, ...defined({ mountId: targetMount }) };
	requireApart(source, target);
	return { source, target };
}

const targetCaller = async ({ context, form, item, silenceMs }: Job): Promise<Caller> =>
	await libraryCaller(context, (name) => form.get(name, item), { item, silenceMs, library: TARGET_LIBRARY });

/** The library behind a side. An enterprise gets the same authorization whenever it binds a library (document). */
const libraryOf = ({ caller: { account }, mountId }: MirrorSide): string | undefined =>
	account.kind === 'token' ? mountId : account.clientId;

const isWithin = (inner: string, outer: string): boolean =>
	outer === '' || inner === outer || inner.startsWith(`${outer}/`);

/** Refuses two folders of which one is, or is inside, the other. Throws inputError. */
function requireApart(source: MirrorSide, target: MirrorSide): void {
	if (libraryOf(source) !== libraryOf(target)) return;
	const [from, to] = [source.folder, target.folder];
	if (!isWithin(from, to) && !isWithin(to, from)) return;
	const shown = (folder: string): string => quoted(folder || '/');
	const message =
		from === to
			? `${shown(to)} is the source folder itself`
			: isWithin(to, from)
				? `${shown(to)} is inside the source folder ${shown(from)}`
				: `${shown(to)} contains the source folder ${shown(from)}`;
	throw inputError('Target Folder', message, 'Choose a folder beside it, or one in another library.');
}
