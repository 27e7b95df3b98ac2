import type { NodeExecutionHint } from 'n8n-workflow';
import type { EgressFilter } from '../../client/http/types';

/*
 * What newer versions of n8n offer a running node and n8n 1 does not: the only file that asks for it, so that nothing
 * fails where it is missing. docs/compatibility.md says what happens then.
 */

/** The methods of n8n's contexts that are not in every version. Another context has only some of them anyway. */
type NewerMethod =
	| 'getPollBudgetMs'
	| 'getExecutionCancelSignal'
	| 'isToolExecution'
	| 'isConsoleOutputRedacted'
	| 'addExecutionHints'
	| 'getWorkflowSettings'
	| 'setMetadata';

/** What a method answers; undefined where this n8n does not have it. */
function asked(context: object, method: NewerMethod, ...args: unknown[]): unknown {
	const own: unknown = Reflect.get(context, method);
	return typeof own === 'function' ? Reflect.apply(own, context, args) : undefined;
}

/** How long a poll may take, in ms (n8n 2); undefined where n8n has no limit of its own. */
export function pollBudgetOf(context: object): number | undefined {
	const budget = asked(context, 'getPollBudgetMs');
	return typeof budget === 'number' ? budget : undefined;
}

/** The signal that fires when the execution is cancelled; undefined where there is none. */
export function cancelSignalOf(context: object): AbortSignal | undefined {
	const signal = asked(context, 'getExecutionCancelSignal');
	return signal instanceof AbortSignal ? signal : undefined;
}

/** Whether an AI agent runs the node as its tool, as n8n 2 says; undefined in an n8n that does not say it. */
export function toolExecutionOf(context: object): boolean | undefined {
	const answer = asked(context, 'isToolExecution');
	return typeof answer === 'boolean' ? answer : undefined;
}

/** Whether n8n 2 keeps the output of this execution out of its logs. */
export const isOutputRedacted = (context: object): boolean => asked(context, 'isConsoleOutputRedacted') === true;

/** Shows a hint beside the items of the running node; an n8n without such hints shows nothing. */
export const addHint = (context: object, hint: NodeExecutionHint): void =>
	void asked(context, 'addExecutionHints', hint);

/** Adds values to the span of the running node, where n8n 2 traces executions; another n8n keeps or ignores them. */
export const trace = (context: object, tracing: Readonly<Record<string, number>>): void =>
	void asked(context, 'setMetadata', { tracing });

/** Whether binary data are part of the JSON of items (Execution Logic v2 of n8n 2). */
export function hasFilesInJson(context: object): boolean {
	const settings = asked(context, 'getWorkflowSettings');
	return typeof settings === 'object' && settings !== null && Reflect.get(settings, 'binaryMode') === 'combined';
}

/** n8n 2's filter for outgoing connections; undefined in an n8n without one. */
export function egressFilterOf(helpers: object): EgressFilter | undefined {
	const { getSecureEgressFilter: get } = helpers as { getSecureEgressFilter?: () => EgressFilter };
	return typeof get === 'function' ? get() : undefined;
}

/** Why a poll failed, for the scheduler of n8n 2 (`Failure` of n8n-workflow), which polls less often then. */
export interface PollFailure {
	readonly cause: string;
	readonly retryAfterMs?: number;
}

/** Attaches the reason to the error of a poll; n8n 1 does not look at it and polls again at the usual time. */
export const withPollFailure = <E extends Error>(error: E, failure: PollFailure): E & { failure: PollFailure } =>
	Object.assign(error, { failure });
