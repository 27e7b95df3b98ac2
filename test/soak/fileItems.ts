import type { INodeExecutionData } from 'n8n-workflow';
import type { Content } from './content';
import type { Nodes } from './nodes';
import type { Random } from './random';

/** Sizes in bytes: of many small files, of some, and of a rare one. */
const SIZES = { small: 40_000, medium: 6_000_000, large: 300_000_000 } as const;

/** An execution and what came out of it. */
export interface Ran {
	readonly from: number;
	readonly to: number;
	/** Items that went in. */
	readonly count: number;
	readonly items: readonly INodeExecutionData[];
	readonly failures: readonly string[];
}

/** Draws how large the files of an execution are; one that is large is alone. */
export function sizeOf(count: number, random: Random): number {
	if (random.chance(0.03)) return 0;
	if (count > 3) return random.logUniform(1, SIZES.small);
	if (random.chance(0.01)) return random.logUniform(20_000_000, SIZES.large);
	return random.logUniform(1, random.chance(0.4) ? SIZES.medium : SIZES.small);
}

/** One item for each content, with the name of its path; n8n keeps the content in a file, or in the item itself. */
export async function itemsOf(
	{ engine }: Nodes,
	contents: readonly Content[],
	paths: readonly string[],
	random: Random,
): Promise<INodeExecutionData[]> {
	return await Promise.all(
		contents.map(async (content, at) => {
			const json = { name: paths[at]?.split('/').at(-1) ?? '' };
			const described = { fileName: 'soak.bin', mimeType: 'application/octet-stream' };
			// As n8n has small contents in its default mode.
			if (content.size < 10_000 && random.chance(0.3))
				return { json, binary: { data: { ...described, data: content.buffer().toString('base64') } } };
			const whole = content.size < 1_000_000 ? content.buffer() : content.stream();
			return await engine.binaryItem(whole, { json, ...described });
		}),
	);
}
