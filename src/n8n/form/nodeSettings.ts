import type { INodeProperties } from 'n8n-workflow';
import { checkFlag } from '../../protocol/operation/check/list';
import { checkInteger } from '../../protocol/operation/check/number';
import { isJsonObject, isNothing } from '../../protocol/wire/json';
import { gaveNothing } from '../../protocol/wire/libraryError';
import { CONCURRENCY, REQUEST_TIMEOUT } from './fixedProperties';
import { type Form, hasExpression, readCollection } from './readForm';

/* What was entered in properties that belong to the node itself and to no field of its operations. */

/** A number within the bounds that the form shows. */
const numberIn = ({ displayName, typeOptions = {} }: INodeProperties, entered: unknown): number =>
	checkInteger(displayName, entered, { min: typeOptions.minValue, max: typeOptions.maxValue });

/** The value of one that is on top, where an expression that gives nothing must not pass for its default. */
function onTop(form: Form, item: number, { displayName, name, default: initial }: INodeProperties): unknown {
	const entered = form.get(name, item);
	if (!isNothing(entered)) return entered;
	if (hasExpression(form.raw(name, item))) throw gaveNothing(displayName);
	return initial;
}

/** A switch on top. Throws inputError. */
export const flagIn = (form: Form, item: number, property: INodeProperties): boolean =>
	checkFlag(property.displayName, onTop(form, item, property));

/** A whole number on top. Throws inputError. */
export const countIn = (form: Form, item: number, property: INodeProperties): number =>
	numberIn(property, onTop(form, item, property));

/** A whole number in the collection Options; undefined where nothing is entered. Throws inputError. */
export function optionIn(options: unknown, property: INodeProperties): number | undefined {
	const entered = isJsonObject(options) ? options[property.name] : undefined;
	return isNothing(entered) ? undefined : numberIn(property, entered);
}

/** The option Concurrency: one setting for the run, that of the first item. Throws inputError. */
export const concurrencyIn = (form: Form): number =>
	optionIn(readCollection(form, 'options', 0), CONCURRENCY) ?? CONCURRENCY.default;

/** The silence in ms after which a request is given up; undefined where nothing is entered. Throws inputError. */
export function silenceIn(options: unknown): number | undefined {
	const seconds = optionIn(options, REQUEST_TIMEOUT);
	return seconds && seconds * 1000;
}
