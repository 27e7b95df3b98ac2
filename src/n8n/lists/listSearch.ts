import type { ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';
import { toNodeError } from '../context/errors';

/** A search method of a locator, as n8n calls it. */
export type Search = (this: ILoadOptionsFunctions, filter?: string, token?: string) => Promise<INodeListSearchResult>;

/** Makes a search method; failures are shown as the node shows them, without an item, for a list of the form has none. */
export const searchMethod = (
	find: (context: ILoadOptionsFunctions, filter: string, token?: string) => Promise<INodeListSearchResult>,
): Search =>
	async function (this: ILoadOptionsFunctions, filter, token) {
		try {
			return await find(this, filter ?? '', token);
		} catch (error) {
			throw toNodeError(this.getNode(), error);
		}
	};

/** A value of an answer as text; the empty text when it is missing. */
export const textOf = (value: unknown): string => (value === undefined || value === null ? '' : String(value));

/** Whether one of the texts holds what the person typed, whatever the case. */
export const matches = (filter: string, ...texts: unknown[]): boolean =>
	texts.some((value) => textOf(value).toLowerCase().includes(filter.toLowerCase()));
