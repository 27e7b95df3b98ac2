import { createHash } from 'node:crypto';
import type { OffsetPaging } from '../../protocol/operation/define';
import { fieldsIn, textOf } from '../../protocol/wire/json';

/**
 * What tells an entry from the others of its list: the fields that the catalogue names, or the whole entry where it
 * has none of them and in a list without keys. A number and the same number as text are equal (client facts 5.15).
 */
export function keyOf({ keyFields }: OffsetPaging, entry: unknown): string {
	const fields = fieldsIn(entry);
	const named = keyFields === 'none' ? [] : keyFields.map((name) => textOf(fields[name]));
	if (named.some((value) => value !== '')) return JSON.stringify(named);
	return createHash('sha1').update(JSON.stringify(entry)).digest('base64');
}

/**
 * The entries that a reader has been given already, over all passes: one with a key of its own is given once. Of equal entries without keys so many are given as one pass has shown
 * at most: they may be different ones.
 */
export function entriesGiven({ keyFields }: OffsetPaging) {
	const given = new Map<string, number>();
	let inPass = new Map<string, number>();
	return {
		beginPass: (): void => void (inPass = new Map()),
		/** Whether a reader is to be given this entry of the pass. */
		isNew: (key: string): boolean => {
			const nth = keyFields === 'none' ? (inPass.get(key) ?? 0) + 1 : 1;
			inPass.set(key, nth);
			if (nth <= (given.get(key) ?? 0)) return false;
			given.set(key, nth);
			return true;
		},
	};
}
