import type { Who } from './types';

/**
 * What a number must reach: at least `least`, at most `most`. `value` is the rate of our node; the name of another
 * contestant stands for our rate in parts of theirs.
 */
export interface Goal {
	readonly of: 'value' | 'cpu' | 'peak' | 'requests' | 'seconds' | Exclude<Who, 'node'>;
	readonly least?: number;
	readonly most?: number;
}
