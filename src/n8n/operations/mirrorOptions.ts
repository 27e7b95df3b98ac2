import type { mirrorFolder } from '../../protocol/catalogue/libraryMirror';
import { DELETION_LIMIT } from '../../protocol/catalogue/sharedMirror';
import type { userMirrorFolder } from '../../protocol/catalogue/userMirror';
import type { DeletionLimits } from '../../protocol/operation/deletionLimits';
import type { In } from '../../protocol/operation/define';
import { defined } from '../../protocol/wire/json';

/** What was entered for a mirror, by either node. */
export type MirrorInput = In<typeof mirrorFolder> & Partial<In<typeof userMirrorFolder>>;

/** What one run may delete. */
export const limitsOf = ({ deletionLimit = DELETION_LIMIT, deletionLimitCount }: MirrorInput): DeletionLimits => ({
	percent: deletionLimit,
	...defined({ count: deletionLimitCount }),
});
