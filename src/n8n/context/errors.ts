import { ApplicationError, NodeApiError, NodeOperationError, type IDataObject } from 'n8n-workflow';
import { defined, textOf } from '../../protocol/wire/json';
import { causesOf, isLibraryError, type LibraryError } from '../../protocol/wire/libraryError';
import { machineFailure } from '../../protocol/wire/machineFailure';
import { type PollFailure, withPollFailure } from './hostFeatures';
import { vaultOf, withoutSecrets, type ErrorContext } from './runSecrets';

/** How to fix what brings no hint of its own: what a person can do and, where that differs, a model. */
const DEFAULT_HINTS: Readonly<Record<LibraryError['kind'], { readonly person: string; readonly model?: string }>> = {
	input: {
		person: 'Check the fields of this node, and what their expressions evaluate to for this item.',
		model: 'Correct this value and call the tool again.',
	},
	auth: {
		person: 'Check the credential, and that its authorization has permission for this operation.',
		model: 'Another value will not help: tell the user.',
	},
	conflict: {
		person: 'Check what is in the library now, then choose another name or path and run the node again.',
		model: 'Look at what is there now, then choose another name or path.',
	},
	quota: {
		person: 'Free up space (files in the recycle bin count too), or ask an administrator for more.',
		model: 'Tell the user that there is no space left.',
	},
	upload: { person: 'Run the node again. The failed upload left nothing in the library.' },
	aborted: { person: 'Run the workflow again if you still need the result.' },
	network: {
		person:
			'Check the Base URL of the credential and that this n8n can reach the service, ' +
			'then run the node again.',
		model: 'Tell the user that the service cannot be reached.',
	},
	timeout: {
		person:
			'The service did not answer in time. Run the node again; ' +
			'if it happens often, contact the operator of the service.',
		model: 'Try again once. If it fails again, tell the user.',
	},
	busy: {
		person:
			'The service is busy. Wait a little and run the node again, ' +
			'or turn on Retry On Fail in the node settings.',
		model: 'Try again a little later. If it fails again, tell the user.',
	},
	protocol: { person: 'Check the Base URL of the credential: it must be the address of the service itself.' },
	notFound: {
		person: 'Check that the file, folder or ID exists in this library.',
		model: 'Search for it, or list the folder that should contain it, and use the path from there.',
	},
};

/** What a model can do about an error that brings no hint of its own. */
export const modelHint = (kind: LibraryError['kind']): string | undefined => DEFAULT_HINTS[kind].model;

/** What to do where the error itself does not say it. */
function defaultHint({ kind, field, isMissing }: LibraryError): string {
	if (kind !== 'input' || field === undefined) return DEFAULT_HINTS[kind].person;
	const what = isMissing ? 'The field is empty.' : 'Correct this field of the node.';
	return `${what} If an expression sets it, check what the expression evaluates to for this item.`;
}

export type NodeError = NodeApiError | NodeOperationError;

/**
 * Any failure as the error that n8n shows: what happened, how to fix it, and for which item (counted from 0; n8n's
 * editor adds it to the message), if it has one. Wrong input becomes a NodeOperationError, a refusal by the service a
 * NodeApiError. Nothing of it shows a secret that the run knows.
 */
export function toNodeError(context: ErrorContext, failure: unknown, item?: number): NodeError {
	if (failure instanceof NodeApiError || failure instanceof NodeOperationError) return failure;
	const node = context.getNode();
	const itemIndex = (isLibraryError(failure) ? failure.item : undefined) ?? item;
	if (!isLibraryError(failure)) {
		const error = withoutSecretText(context, failure);
		// The failure itself, because an error of another realm is no Error here and has its code all the same.
		const { what, hint } = machineFailure(failure) ?? unexpected(error);
		return new NodeOperationError(node, error, { message: what, ...defined({ description: hint, itemIndex }) });
	}
	const clean = withoutSecrets(context, failure);
	const { kind, message, status, code } = clean;
	const shown = { description: clean.hint ?? defaultHint(clean), ...defined({ itemIndex }) };
	const error =
		status === undefined
			? new NodeOperationError(node, message, { ...shown, level: kind === 'input' ? 'warning' : 'error' })
			: new NodeApiError(
					node,
					{ message, status, ...defined({ code }) },
					{ ...shown, message, httpCode: String(status), level: status >= 500 ? 'error' : 'warning' },
				);
	// n8n keeps the context with the execution, and shows `data` below the error.
	if (clean.data) error.context.data = clean.data as IDataObject;
	return error;
}

/** A failure that this package did not foresee: itself, or another error where a text of it contains a secret. */
function withoutSecretText(context: ErrorContext, failure: unknown): Error {
	const scrub = vaultOf(context).forErrors;
	if (!(failure instanceof Error)) return new ApplicationError(scrub(String(failure)));
	// n8n keeps the error as the cause of its own one, with everything that it has.
	const contents = [...causesOf(failure)].flatMap((each) =>
		Object.getOwnPropertyNames(each).map((name): unknown => Reflect.get(each, name)),
	);
	if (contents.every((content) => isClean(content, scrub))) return failure;
	return Object.assign(new ApplicationError(scrub(failure.message)), { name: failure.name });
}

/** Whether nothing is scrubbed from what an error has; false for what is no JSON, such as a request. */
function isClean(content: unknown, scrub: (text: string) => string): boolean {
	try {
		const text = textOf(content);
		return scrub(text) === text;
	} catch {
		return false;
	}
}

const MISTAKES: readonly string[] = ['TypeError', 'RangeError', 'ReferenceError', 'SyntaxError'];

/** What happened and how to fix it, for a failure that this package did not foresee. n8n's own errors say both. */
function unexpected(error: Error): { readonly what: string; readonly hint?: string } {
	if (!MISTAKES.includes(error.name)) return { what: error.message };
	return {
		what: `Something unexpected happened: ${error.message}`,
		hint:
			'Check what the expressions of this node return for this item. If they are right, this is a mistake in ' +
			'the node: report it with the input and the details of this error.',
	};
}

/** What may be over at the next poll. */
const PASSING: ReadonlyArray<LibraryError['kind']> = ['busy', 'network', 'timeout', 'upload', 'aborted'];

function pollFailureOf({ kind, status = 0, retryAfter }: LibraryError): PollFailure {
	const wait = defined({ retryAfterMs: retryAfter === undefined ? undefined : retryAfter * 1000 });
	if (kind === 'auth') return { cause: 'credential-invalid' };
	if (kind === 'quota') return { cause: 'quota-exhausted', ...wait };
	if (kind === 'busy' && status === 429) return { cause: 'rate-limited', ...wait };
	if (kind === 'protocol' && status >= 500) return { cause: 'temporarily-unavailable' };
	return PASSING.includes(kind) ? { cause: 'temporarily-unavailable', ...wait } : { cause: 'configuration-invalid' };
}

/** Like `toNodeError`, with a PollFailure on the error, so that n8n waits a reasonable time before the next poll. */
export function toPollError(context: ErrorContext, failure: unknown): NodeError {
	const error = toNodeError(context, failure);
	return isLibraryError(failure) ? withPollFailure(error, pollFailureOf(failure)) : error;
}
