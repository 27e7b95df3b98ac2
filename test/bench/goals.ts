import type { BinaryMode } from '../engine/support/engine';

/** What a number must reach: at least `least`, at most `most`. */
export interface Goal {
	readonly of: 'value' | 'limit' | 'helper' | 'cpu' | 'peak';
	readonly least?: number;
	readonly most?: number;
}

/**
 * What a transfer of `mb` MB must reach: a part of the limit, CPU seconds for 1e9 bytes, MB above an idle n8n.
 * A small file has no goal for speed: it is all start and end.
 */
export function transferGoals(kind: 'upload' | 'download', mb: number, mode: BinaryMode): Goal[] {
	if (mode === 'default') return kind === 'upload' ? [{ of: 'peak', most: 100 }] : [];
	const speed: Goal[] = mb >= 256 ? [{ of: 'limit', least: 0.85 }] : [];
	if (kind === 'download') return [...speed, { of: 'peak', most: 60 }];
	const cpu: Goal[] = mb >= 256 ? [{ of: 'cpu', most: 1.6 }] : [];
	return [...speed, ...cpu, { of: 'peak', most: 40 }];
}
