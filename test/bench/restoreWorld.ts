/* A library in which somebody encrypted a folder, among many other changes. */

/** The folder that is restored. */
export const HIT = 'Hit';
/** Who encrypted it. */
export const CULPRIT = 'Kim';

/** How many files of the folder were encrypted and renamed, and how many changes there were in all. */
export interface RestoreWorld {
	readonly files: number;
	readonly changes: number;
}

/** The path of a file of the folder. */
export const hitFile = (n: number): string => `${HIT}/${Math.floor(n / 100)}/report ${n}.txt`;
/** What the server says beside its address: the time before all changes, in Unix ms. */
export const TIME_MS = Date.UTC(2026, 0, 1);
