import { operatorIn } from '../../../client/files/missingFolder';
import type { MirrorSide } from '../../../client/mirror/mirrorSide';
import type { Caller } from '../../../client/service/call';
import { withSlots } from '../../../client/service/callerVariants';
import type { mirrorFolder, userMirrorFolder } from '../../../protocol/catalogue/mirror';
import { requireDisjoint } from '../../../protocol/mirror/requireDisjoint';
import type { In } from '../../../protocol/operation/define';
import { isJsonObject, textOf } from '../../../protocol/wire/json';
import { inputError } from '../../../protocol/wire/libraryError';
import { libraryCaller, TARGET_LIBRARY } from '../../credentials/libraryCaller';
import type { Job } from '../job';
import { slotsOf } from '../runSlots';

/** What was entered for a mirror, by either node. */
export type MirrorInput = In<typeof mirrorFolder> & Partial<In<typeof userMirrorFolder>>;

/** The two sides of a mirror. */
export interface MirrorSides {
	readonly source: MirrorSide;
	readonly target: MirrorSide;
}

/**
 * Refuses two folders that what was entered shows to be the same, or one inside the other: before a library is bound.
 * Refuses an expression for the target library that gives nothing, too: it must not pass for a field that was left
 * empty, because the folder of another library would be changed. Throws inputError.
 */
export function checkSides({ checked, context }: Job<MirrorInput>): void {
	const { sourceLibrary: from, targetLibrary: to = from, sourceFolder, targetFolder } = checked;
	if (!checked.targetLibrary && isExpression(context.getNode().parameters.targetLibrary))
		throw inputError(
			'Target Library',
			'is an expression that gives nothing',
			'Correct the expression, or leave the field empty to mirror within the source library.',
		);
	const isSame = from?.by === to?.by && from?.value === to?.value;
	if (isSame) requireDisjoint(sourceFolder?.value ?? '', targetFolder.value);
}

/** Whether a locator, or its value, is an expression. A model may leave its value empty. */
function isExpression(locator: unknown): boolean {
	const value = isJsonObject(locator) ? locator.value : locator;
	return typeof value === 'string' && value.startsWith('=') && !/\$fromAI\b/i.test(value);
}

/**
 * What opens the two folders; `caller` opens the library of the source. May send a request, which binds the library of
 * the target. Throws what `libraryCaller` throws, and inputError where one folder is, or is inside, the other one.
 */
export async function sidesOf(job: Job<MirrorInput>, caller: Caller): Promise<MirrorSides> {
	const { sourceLibrary, targetLibrary = sourceLibrary, sourceFolder, targetFolder } = job.checked;
	const isUser = caller.account.kind === 'token';
	const slots = slotsOf(job.context, job.form);
	const sideOf = (opened: Caller, folder: string, library: typeof sourceLibrary): MirrorSide => ({
		caller: withSlots(opened, slots),
		folder,
		...(isUser ? { mountId: textOf(library?.value) } : { operator: operatorIn(job.params) }),
	});
	const ofTarget = isUser || targetLibrary === sourceLibrary ? caller : await targetCaller(job);
	const source = sideOf(caller, sourceFolder?.value ?? '', sourceLibrary);
	const target = sideOf(ofTarget, targetFolder.value, targetLibrary);
	if (libraryOf(source) === libraryOf(target)) requireDisjoint(source.folder, target.folder);
	return { source, target };
}

const targetCaller = async ({ context, form, item, silenceMs }: Job<MirrorInput>): Promise<Caller> =>
	await libraryCaller(context, (name) => form.get(name, item), { item, silenceMs, library: TARGET_LIBRARY });

/** The library behind a side. An enterprise gets the same authorization whenever it binds a library (document). */
const libraryOf = ({ caller: { account }, mountId }: MirrorSide): string | undefined =>
	account.kind === 'token' ? mountId : account.clientId;
