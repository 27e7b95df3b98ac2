import { applyPlan, type Applied, type ApplyOptions, type ChangeMaker } from '../../../src/client/plan/applyPlan';
import { eachAlone, type Stage } from '../../../src/protocol/plan/plan';
import { LibraryError, type ErrorKind } from '../../../src/protocol/wire/libraryError';
import { callerWith, scriptedHttp } from '../../support/ports';

/* Plans of changes that have only a name, and what becomes of them. */

/** A change that has only a name. */
export interface Change {
	readonly name: string;
}
/** One change for each letter. */
export const changesOf = (names: string): Change[] => [...names].map((name) => ({ name }));
/** A stage of changes that may be made at the same time. */
export const stage = (names: string): Stage<Change> => eachAlone(changesOf(names));
/** A stage of changes that are made one after another. */
export const chain = (names: string): Stage<Change> => [changesOf(names).map((change) => [change])];

/** A failure that will not pass. */
export const refused = (kind: ErrorKind = 'conflict', status?: number): LibraryError =>
	new LibraryError(kind, 'refused', { retryable: false, ...(status === undefined ? {} : { status }) });

/** Makes changes by noting them; those of `failures` fail. */
export function noting(failures: Readonly<Record<string, Error>> = {}, more: Partial<ChangeMaker<Change>> = {}) {
	const [asked, seen] = [[] as string[], { active: 0, most: 0 }];
	const making: ChangeMaker<Change> = {
		make: async (changes) => {
			asked.push(changes.map(({ name }) => name).join('+'));
			seen.most = Math.max(seen.most, ++seen.active);
			await new Promise((resolve) => setImmediate(resolve));
			seen.active--;
			for (const { name } of changes) if (failures[name]) throw failures[name];
			return { sent: changes.length };
		},
		...more,
	};
	return { asked, seen, making };
}

/** A caller that sends nothing. */
export const caller = callerWith(scriptedHttp());
/** Carries out stages, one group at a time, going on after failures. */
export const apply = async (
	stages: ReadonlyArray<Stage<Change>>,
	making: ChangeMaker<Change>,
	options: Partial<ApplyOptions> = {},
): Promise<Applied<Change>> =>
	await applyPlan({ stages }, making, { caller, width: 1, continueOnFail: true, ...options });

/** What became of each change: `ok`, or why it was not made. */
export const ends = ({ outcomes }: Applied<Change>): Record<string, string> =>
	Object.fromEntries(
		[...outcomes.values()].map(({ change, status, failure }) => [
			change.name,
			failure ? `${status}: ${failure.message}` : 'ok',
		]),
	);
