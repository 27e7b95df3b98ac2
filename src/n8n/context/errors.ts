import { ApplicationError, NodeApiError, NodeOperationError, type INode, type JsonObject } from 'n8n-workflow';
import { isLibraryError, type LibraryError } from '../../protocol/wire/libraryError';

/** What to do about an error that brings no hint of its own. */
const FALLBACK_HINTS: Readonly<Record<LibraryError['kind'], string>> = {
	input: 'Correct this field of the node. If it is set by an expression, look at what the expression gives for this item.',
	auth: 'Check the credential, and that its authorization may do this.',
	conflict: 'Look at what is in the library now, then choose another name or path and run it again.',
	quota: 'Make room (the content of the recycle bin counts too) or ask the administrator for more.',
	upload: 'Run it again. Nothing of the failed upload is left in the library.',
	aborted: 'Run it again when you want it done.',
	network: 'Check the Base URL of the credential and that this n8n can reach the service, then run it again.',
	timeout: 'The service did not answer in time. Run it again; if it happens often, ask the operator of the service.',
	busy: 'The service is busy. Wait a little and run it again, or turn on Retry On Fail in the settings of the node.',
	protocol: 'Check the Base URL of the credential: it must be the address of the service itself.',
	notFound: 'Check that the file, folder or ID exists in this library.',
};

/**
 * Any failure as the error n8n shows: what happened, how to fix it, and which item (counted from 0, as n8n counts).
 * Without an item (a list of the form) none is named. Wrong input becomes a NodeOperationError, an answer of the service a NodeApiError.
 */
export function toNodeError(node: INode, failure: unknown, item?: number): NodeApiError | NodeOperationError {
	const itemIndex = (isLibraryError(failure) ? failure.item : undefined) ?? item;
	if (failure instanceof NodeApiError || failure instanceof NodeOperationError) return failure;
	const where = itemIndex === undefined ? {} : { itemIndex };
	const named = (message: string): string => (itemIndex === undefined ? message : `${message} [Item ${itemIndex}]`);
	if (!isLibraryError(failure)) {
		const error = failure instanceof Error ? failure : new ApplicationError(String(failure));
		return new NodeOperationError(node, error, { message: named(error.message), ...where });
	}
	const message = named(failure.message);
	const description = failure.hint ?? FALLBACK_HINTS[failure.kind];
	if (failure.status === undefined) {
		return new NodeOperationError(node, message, {
			description,
			...where,
			level: failure.kind === 'input' ? 'warning' : 'error',
		});
	}
	const response: JsonObject = {
		message: failure.message,
		status: failure.status,
		...(failure.code === undefined ? {} : { code: failure.code }),
	};
	return new NodeApiError(node, response, {
		message,
		description,
		httpCode: String(failure.status),
		...where,
		level: failure.status >= 500 ? 'error' : 'warning',
	});
}

/** What n8n's scheduler wants to know of a failed poll (`Failure` of n8n-workflow 2.x); older n8n does not look at it. */
interface Failure {
	readonly cause: string;
	readonly retryAfterMs?: number;
}

function failureOf(error: LibraryError): Failure {
	const wait = error.retryAfter === undefined ? {} : { retryAfterMs: error.retryAfter * 1000 };
	switch (error.kind) {
		case 'auth':
			return { cause: 'credential-invalid' };
		case 'quota':
			return { cause: 'quota-exhausted', ...wait };
		case 'busy':
			return { cause: error.status === 429 ? 'rate-limited' : 'temporarily-unavailable', ...wait };
		case 'network':
		case 'timeout':
		case 'upload':
		case 'aborted':
			return { cause: 'temporarily-unavailable', ...wait };
		case 'protocol':
			return { cause: (error.status ?? 0) >= 500 ? 'temporarily-unavailable' : 'configuration-invalid' };
		case 'input':
		case 'notFound':
		case 'conflict':
			return { cause: 'configuration-invalid' };
	}
}

/** Like `toNodeError`, with the class of the failure on it, so that n8n waits as long as makes sense before the next poll. */
export function toPollError(node: INode, failure: unknown): NodeApiError | NodeOperationError {
	const error = toNodeError(node, failure);
	return isLibraryError(failure) ? Object.assign(error, { failure: failureOf(failure) }) : error;
}
