import type { mirrorFolder } from '../../protocol/catalogue/libraryMirror';
import type { userMirrorFolder } from '../../protocol/catalogue/userMirror';
import type { DeletionLimits } from '../../protocol/mirror/types';
import type { In } from '../../protocol/operation/define';
import { defined } from '../../protocol/wire/json';
import { CONCURRENCY } from '../form/fixedProperties';
import { readCollection, readCount } from '../form/readForm';
import type { Job } from './job';

/** What was entered for a mirror, by either node. */
export type MirrorInput = In<typeof mirrorFolder> & Partial<In<typeof userMirrorFolder>>;

/** How many requests of a run may be under way, whatever the number of its items. Throws inputError. */
export const widthOf = ({ form, item }: Job): number =>
	readCount(CONCURRENCY.displayName, readCollection(form, 'options', item).concurrency, CONCURRENCY.default);

/** What one run may delete. */
export const limitsOf = ({ deletionLimit = 50, deletionLimitCount }: MirrorInput): DeletionLimits => ({
	percent: deletionLimit,
	...defined({ count: deletionLimitCount }),
});
