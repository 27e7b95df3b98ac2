import type { INodeExecutionData, IPollFunctions } from 'n8n-workflow';
import type { Caller } from '../../client/service/call';
import { LibraryError } from '../../protocol/wire/libraryError';

/* What one polling trigger differs in from another. */

/** What the forms of all polling triggers have. */
export interface PollSettings {
	/** Where reading begins; another start begins anew. */
	readonly start: { readonly from: string };
}

/** Everything that one poll works with. */
export interface PollRun<T extends PollSettings> {
	readonly context: IPollFunctions;
	readonly settings: T;
	/** Its requests end with the poll. */
	readonly caller: Caller;
	/** True when the time for reading is used up and no new request may start. */
	readonly expired: () => boolean;
	/** The time that n8n allows for the poll, in ms. */
	readonly budgetMs: number;
}

/** Items for a test event, and how many entries were looked at to find them. */
export interface TestEvent {
	readonly items: INodeExecutionData[];
	readonly examined: number;
}

/** A polling trigger, with what it reads from its form and what it remembers. */
export interface PollingTrigger<T extends PollSettings, S> {
	/** Reads the form. Throws inputError for a wrong setting; no request has been sent then. */
	settings(context: IPollFunctions): T;
	/** The caller for the credential. Throws what `call` throws. */
	caller(context: IPollFunctions, settings: T): Promise<Caller>;
	/** The state in what was saved; undefined for anything else. */
	stateIn(saved: unknown): S | undefined;
	/**
	 * The items of what is new since `before`, which is undefined in the first poll. Calls `save` with the state that
	 * belongs to them, and only when nothing can fail any more.
	 */
	read(run: PollRun<T>, before: S | undefined, save: (state: S) => void): Promise<INodeExecutionData[]>;
	/** The latest items, oldest first, read without a state. */
	latest(run: PollRun<T>): Promise<TestEvent>;
	/** What a test event says that found nothing, with the number of entries that did not match. */
	readonly nothing: (examined: number) => { readonly message: string; readonly hint: string };
}

/** The error for a service that did not answer within the time of a poll. */
export const pollTimeout = (budgetMs: number, cause: unknown): LibraryError =>
	new LibraryError(
		'timeout',
		`The service did not answer within the ${Math.ceil(budgetMs / 1000)} seconds that n8n allows for a poll`,
		{ cause },
	);
