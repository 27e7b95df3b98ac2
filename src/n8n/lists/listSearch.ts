import type { ILoadOptionsFunctions, INodeListSearchItems, INodeListSearchResult } from 'n8n-workflow';
import type { Caller } from '../../client/service/call';
import { isJsonObject, textOf } from '../../protocol/wire/json';
import { toNodeError } from '../context/errors';
import { withoutSecretsIn } from '../context/runSecrets';

/**
 * A search method of a locator, as n8n calls it: `filter` is what the user typed, `token` the page that n8n asks for.
 */
export type Search = (this: ILoadOptionsFunctions, filter?: string, token?: string) => Promise<INodeListSearchResult>;

/** Finds what a list shows, by the account of a caller. */
export type Find = (caller: Caller, filter: string, token?: string) => Promise<INodeListSearchResult>;

/** Makes a search method. Its failures are shown like those of the node, but name no item, because a form has none. */
export const searchMethod = (
	find: (context: ILoadOptionsFunctions, filter: string, token?: string) => Promise<INodeListSearchResult>,
): Search =>
	async function (this: ILoadOptionsFunctions, filter, token) {
		try {
			return withoutSecretsIn(this, await find(this, filter ?? '', token));
		} catch (error) {
			throw toNodeError(this, error);
		}
	};

/**
 * A text for comparing: letters in upper or lower case, composed or not ("é" in one character or two), and in full or
 * half width are equal, and so are "ß" and "ss".
 */
const folded = (value: unknown): string => textOf(value).normalize('NFKC').toUpperCase().normalize('NFKC');

/** Whether one of the values contains what the user typed, wherever it is in it and in any case. */
export function matches(filter: string, ...values: unknown[]): boolean {
	const wanted = folded(filter);
	return values.some((value) => folded(value).includes(wanted));
}

/** An entry shown by its name with the value in brackets. */
export const namedItem = (name: unknown, value: unknown): INodeListSearchItems => ({
	name: `${textOf(name)} (${textOf(value)})`,
	value: textOf(value),
});

/** What is entered in a locator; the empty text where it names nothing. */
export const enteredIn = (locator: unknown): string => textOf(isJsonObject(locator) ? locator.value : locator);
