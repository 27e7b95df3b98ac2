import type { INodeProperties } from 'n8n-workflow';
import { checkValue } from '../../protocol/operation/check';
import { labelOf } from '../../protocol/operation/fields';
import { int } from '../../protocol/operation/fields';
import { isJsonObject } from '../../protocol/wire/json';
import { fieldProperty } from './fieldProperty';

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
		'Without this option it is 2 minutes, and 10 minutes for changes to whole folders, libraries and members. ' +
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
