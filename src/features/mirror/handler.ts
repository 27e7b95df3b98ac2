import { callerFor, handles, type Job, type Handler } from '../../n8n/execute/job';
import { operatorIn } from '../../client/files/missingFolder';
import { mirrorMaker } from './work/makeChange';
import type { MirrorSide } from './work/mirrorSide';
import { archiveName } from './work/targetChanges';
import { archiveInside, compareSides, spelledAs } from './work/compareSides';
import { libraryKey } from '../../client/service/account';
import type { Caller } from '../../client/service/call';
import { DELETION_LIMIT, mirrorFolder, userMirrorFolder } from './entries';
import {
	describeMirror,
	type MirrorDescription,
	type MirrorPlaces,
	type MirrorTotals,
	mirrorTotals,
	notesOf,
	reasonsOf,
} from './plan/mirrorItems';
import { requireArchiveOutside, requireDisjoint } from './plan/mirrorTree';
import type { MirrorChange, MirrorPlan } from './plan/types';
import type { In, ItemsOf } from '../../protocol/operation/define';
import { eachAlone, type Plan } from '../../protocol/plan/plan';
import { textOf, defined, numberOf } from '../../protocol/wire/json';
import { gaveNothing, quoted } from '../../protocol/wire/libraryError';
import { baseName, joinPath } from '../../protocol/wire/paths';
import { TARGET_LIBRARY, SOURCE_LIBRARY } from '../../n8n/credentials/caller';
import { concurrencyIn } from '../../n8n/form/nodeSettings';
import { hasOwnExpression } from '../../n8n/form/expressions';
import { runPlan } from '../../n8n/plan/runPlan';
import { noticeText } from '../../n8n/execute/hints';

type MirrorInput = In<typeof mirrorFolder> | In<typeof userMirrorFolder>;

interface MirrorSides {
	readonly source: MirrorSide;
	readonly target: MirrorSide;
	/** The Archive Folder, in the library of the target. */
	readonly archive?: MirrorSide;
}

/**
 * Refuses two folders that what was entered shows to be the same, or one inside the other: before a library is bound.
 * Refuses an expression for the target library or the archive that gives nothing, too: the folder of another library
 * would be changed, or nothing archived. Throws inputError.
 */
function checkSides({ checked, form, item }: Job<MirrorInput>): void {
	const { sourceLibrary: from, targetLibrary: to = from, sourceFolder, targetFolder, archiveFolder } = checked;
	for (const [field, label] of [
		['targetLibrary', 'Target Library'],
		['archiveFolder', 'Archive Folder'],
	] as const)
		if (!checked[field] && hasOwnExpression(form.raw(field, item))) throw gaveNothing(label);
	const isSame = from?.by === to?.by && from?.value === to?.value;
	if (!isSame) return;
	requireDisjoint(sourceFolder?.value ?? '', targetFolder.value);
	if (archiveFolder) requireArchiveOutside(sourceFolder?.value ?? '', archiveFolder.value);
}

/**
 * What opens the two folders; `caller` opens the library of the source. May send a request, which binds the library of
 * the target. Throws what `callerFor` throws, and inputError where one folder is, or is inside, the other one.
 */
async function sidesOf(job: Job<MirrorInput>, caller: Caller): Promise<MirrorSides> {
	const { sourceLibrary, targetLibrary = sourceLibrary, sourceFolder, targetFolder } = job.checked;
	const isUser = caller.account().kind === 'token';
	const sideOf = (opened: Caller, folder: string, library: typeof sourceLibrary): MirrorSide => ({
		caller: opened,
		folder,
		...(isUser ? { mountId: textOf(library?.value) } : { operator: operatorIn(job.params) }),
	});
	const ofTarget = isUser || targetLibrary === sourceLibrary ? caller : await callerFor(job, TARGET_LIBRARY);
	const source = sideOf(caller, sourceFolder?.value ?? '', sourceLibrary);
	const target = sideOf(ofTarget, targetFolder.value, targetLibrary);
	const archive = job.checked.archiveFolder && { ...target, folder: job.checked.archiveFolder.value };
	if (libraryOf(source) === libraryOf(target)) {
		requireDisjoint(source.folder, await spelledAs(target, source));
		if (archive) requireArchiveOutside(source.folder, await spelledAs(archive, source));
	}
	return { source, target, ...defined({ archive }) };
}

/** The library behind a side. An enterprise gets the same authorization whenever it binds a library (document). */
const libraryOf = ({ caller, mountId }: MirrorSide): string => libraryKey(caller.account(), mountId);

/** Compares two folders, and shows or makes the changes. Throws what reading and `runPlan` throw. */
async function mirror(job: Job<MirrorInput>, caller: Caller) {
	const sides = await sidesOf(job, caller);
	const { deleteExtra = false, ifTargetNewer, ...filter } = job.checked;
	const { plan, doubt } = await compareSides(sides, {
		deleteExtra,
		filter,
		concurrency: concurrencyIn(job.form),
		keepsNewer: ifTargetNewer === 'keep',
		leftAlone: sides.archive && (await archiveInside(sides.target, sides.archive)),
	});
	// Then nothing of the target may be taken away.
	const why = 'The source folder could not be read for certain, so nothing is deleted';
	const doubts = doubt ? [`${why}: ${noticeText(doubt)}`] : [];
	const archiveFolder = sides.archive && joinPath(sides.archive.folder, archiveName(caller.clock.now()));
	return await runPlan(job, {
		plan: shownPlan(plan, doubts, job, { ...sides, archiveFolder }),
		making: mirrorMaker({
			source: sides.source,
			target: sides.target,
			...(archiveFolder === undefined ? {} : { archive: { folder: archiveFolder, made: new Map() } }),
			onStream: (path) => job.progress.begin('Uploading', baseName(path)),
		}),
		caller: sides.target.caller,
		width: concurrencyIn(job.form),
		verb: 'Mirroring',
		whenBlocked: 'check that the source folder is complete; if it is, raise the limit',
	});
}

function shownPlan(
	plan: MirrorPlan,
	doubts: readonly string[],
	{ checked }: Job<MirrorInput>,
	{ source, target, archiveFolder }: MirrorSides & Pick<MirrorPlaces, 'archiveFolder'>,
): Plan<MirrorChange, MirrorDescription, MirrorTotals> {
	const { deletionLimit: percent = DELETION_LIMIT, deletionLimitCount: count = null } = checked;
	const limits = { percent, count };
	const mountId = numberOf(target.mountId);
	const places: MirrorPlaces = { sourceFolder: source.folder, targetFolder: target.folder, archiveFolder, mountId };
	return {
		changes: plan.stages.flat(),
		stages: plan.stages.map(eachAlone),
		impossible: [...plan.conflicts, ...plan.kept],
		reasons: [...reasonsOf(plan, limits), ...doubts],
		notes: notesOf(plan),
		deletions: plan.counts.deleted,
		describe: (change) => describeMirror(change, places),
		purpose: ({ action, path }) => `${action} ${quoted(joinPath(target.folder, path))}`,
		totals: (outcomes) => {
			const bytesSent = outcomes.reduce((sum, { details }) => sum + (numberOf(details?.bytes_sent) ?? 0), 0);
			return mirrorTotals(plan, limits, places, bytesSent);
		},
	};
}

const handler: Handler<MirrorInput, ItemsOf<typeof mirrorFolder>> = {
	run: mirror,
	check: checkSides,
	library: SOURCE_LIBRARY,
	// In whatever library: a library has two kinds of IDs, and one item may read what another one changes.
	claims: ({ checked, params }, byFields) =>
		checked.dryRun === false ? { ...byFields(params), scope: 'mirror' } : undefined,
	automatic: ['filehash', 'filesize', 'overwrite', 'start', 'size'],
};

/** The operations of this feature, with what carries them out. */
export const handlers = [handles(mirrorFolder, handler), handles(userMirrorFolder, handler)];
