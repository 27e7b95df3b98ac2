import type { INodeExecutionData } from 'n8n-workflow';
import type { RunResult } from '../engine/support/engine';
import type { Gate } from './gate';
import type { ClientMessage, Outcome } from './messages';
import type { Nodes } from './nodes';
import type { Random } from './random';

/** What every lane works with: one lane does one execution after another. */
export interface Shop {
	readonly nodes: Nodes;
	readonly gate: Gate;
	readonly tell: (message: ClientMessage) => void;
	/** How many faults are still missing, by endpoint. */
	readonly missing: () => Readonly<Record<string, number>>;
	/** Replaces a service by a new one at the same address. */
	readonly renew: (world: number) => Promise<void>;
	/** Whether lanes should end. */
	readonly isOver: () => boolean;
}

/** An execution that takes longer than this, in ms, is a defect: no fault of the soak justifies it. */
const LONGEST_MS = 90_000;

/** What failed in an execution: of the whole, or of single items when the node continues on errors. */
export function failuresIn({ error, items }: Pick<RunResult, 'error' | 'items'>): string[] {
	if (error) return [`${error.message} | ${error.description ?? ''}`];
	return items.flatMap(({ json, error: failed }) => {
		if (typeof json.error === 'string') return [json.error];
		return failed ? [failed.message] : [];
	});
}

/** The number of the input item that an output item belongs to; -1 when it does not say. */
export function sourceOf({ pairedItem }: INodeExecutionData): number {
	const [first] = [pairedItem].flat();
	return typeof first === 'object' ? first.item : (first ?? -1);
}

/** Whether an output item reports a failure. */
export const isFailed = ({ json, error }: INodeExecutionData): boolean =>
	typeof json.error === 'string' || error !== undefined;

/** Runs a lane until the soak is over: what a step throws is a defect of the soak or of the package. */
export async function runLane(name: string, shop: Shop, step: () => Promise<Outcome | undefined>): Promise<void> {
	while (!shop.isOver()) {
		const outcome = await shop.gate.pass(async () => {
			const watch = setTimeout(() => shop.tell({ type: 'defect', text: `${name} hangs` }), LONGEST_MS);
			try {
				return await step();
			} catch (cause) {
				shop.tell({ type: 'defect', text: `${name}: ${cause instanceof Error ? cause.stack : String(cause)}` });
				return undefined;
			} finally {
				clearTimeout(watch);
			}
		});
		if (outcome) shop.tell({ type: 'outcome', outcome });
	}
}

/** What the node of a person asks for before its own request: a token, and whether it is good. */
export const signInOf = (node: string): readonly string[] =>
	node === 'fileLibraryUser' ? ['/m-api/oauth2/token2', '/m-api/1/account/mount'] : [];

/** The Timeout of the nodes in seconds: no answer of the services takes longer, except those that stall. */
export const TIMEOUT_SECONDS = 3;

/** The options that executions of the soak have: how long they wait, and how many items they do at once. */
export const pace = (random: Random): Record<string, unknown> => ({
	requestTimeout: TIMEOUT_SECONDS,
	concurrency: random.between(1, 8),
});
