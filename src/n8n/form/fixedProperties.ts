import type { INodeProperties } from 'n8n-workflow';
import { checkValue } from '../../protocol/operation/check';
import { labelOf, int } from '../../protocol/operation/fields';
import { isJsonObject } from '../../protocol/wire/json';
import { fieldProperty } from './fieldProperty';

/* Properties that are the same for every operation that has them. */

/** Of every operation that answers a list. */
export const RETURN_ALL: INodeProperties = {
	displayName: 'Return All',
	name: 'returnAll',
	type: 'boolean',
	default: false,
	description: 'Whether to return all results or only up to a given limit',
};

/** Shown while Return All is off. */
export const LIMIT: INodeProperties = {
	displayName: 'Limit',
	name: 'limit',
	type: 'number',
	default: 50,
	typeOptions: { minValue: 1 },
	description: 'Max number of results to return',
};

/** Of every operation with a simplified answer. */
export const SIMPLIFY: INodeProperties = {
	displayName: 'Simplify',
	name: 'simplify',
	type: 'boolean',
	default: true,
	description: 'Whether to return a simplified version of the response instead of the raw data',
};

/** Of every operation whose answer may be a queued task. */
export const WAIT_FOR_COMPLETION: INodeProperties = {
	displayName: 'Wait for Completion',
	name: 'waitForCompletion',
	type: 'boolean',
	default: true,
	description: 'Whether to wait until the service has finished a copy that it makes in the background',
};

/** An option beside Wait for Completion. */
export const WAIT_LIMIT: INodeProperties = {
	displayName: 'Wait at Most (Seconds)',
	name: 'waitLimit',
	type: 'number',
	default: 600,
	typeOptions: { minValue: 1 },
	description: 'How long to wait for completion',
};

/** How many items of a run are processed at the same time: an option of every operation that works item by item. */
export const CONCURRENCY: INodeProperties = {
	displayName: 'Concurrency',
	name: 'concurrency',
	type: 'number',
	default: 8,
	typeOptions: { minValue: 1 },
	description:
		'How many items to process in parallel; with 1 each item waits for the previous one. ' +
		'Items that change the same file, named in the same way, keep their order.',
};

const NAME = 'requestTimeout';

/** In seconds; at most a day. */
const field = int({
	label: 'Timeout (Seconds)',
	wire: '',
	composed: true,
	default: 600,
	min: 1,
	max: 86_400,
	help:
		'How long to wait while the service sends nothing before a request is given up. ' +
		'Without this option it is mostly 2 minutes, and 10 for changes to whole folders, libraries and members. ' +
		'In uploads and downloads it applies to each request, not to the whole transfer.',
});

/** An option of every operation of every node. */
export const REQUEST_TIMEOUT: INodeProperties = fieldProperty(NAME, field);

/**
 * The silence in ms after which a request is given up, by the value of the collection Options; undefined where nothing
 * is entered. Throws inputError.
 */
export function silenceIn(options: unknown): number | undefined {
	const entered = isJsonObject(options) ? options[NAME] : undefined;
	if (entered === undefined || entered === null || entered === '') return undefined;
	return (checkValue(labelOf(NAME, field), field, entered) as number) * 1000;
}
