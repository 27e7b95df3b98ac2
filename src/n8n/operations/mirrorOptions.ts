import type { MirrorFilter } from '../../protocol/mirror/mirrorFilter';
import { defined } from '../../protocol/wire/json';
import type { Operator } from '../../client/upload/target';
import { CONCURRENCY } from '../form/fixedProperties';
import { readCollection, readCount } from '../form/readForm';
import type { Job } from './job';

/** What was entered for a mirror. */
export interface MirrorOptions {
	readonly sourceFolder: string;
	readonly targetFolder: string;
	/** Libraries of a person. */
	readonly sourceMount?: string;
	readonly targetMount?: string;
	readonly hasTargetLibrary: boolean;
	readonly dryRun: boolean;
	readonly deleteExtra: boolean;
	readonly limits: { readonly percent: number; readonly count?: number };
	readonly filter: MirrorFilter;
	readonly operator: Operator;
	readonly concurrency: number;
}
