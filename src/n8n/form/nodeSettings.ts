import { CONCURRENCY, REQUEST_TIMEOUT, SELECTED_FIELDS } from './fixedProperties';
import type { INodeProperties } from 'n8n-workflow';
import { checkFlag } from '../../protocol/operation/check/list';
import { checkInteger } from '../../protocol/operation/check/number';
import { isJsonObject, isNothing } from '../../protocol/wire/json';
import { gaveNothing } from '../../protocol/wire/libraryError';
import { hasExpression, hasOwnExpression } from './expressions';
import { type Form, readCollection } from './readForm';

/* What was entered in properties that belong to the node itself and to no field of its operations. */

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

/**
 * A whole number in the collection Options; undefined where nothing is entered. `raw` gives the collection as it stands
 * in the workflow. Throws inputError, also for an expression that gives nothing.
 */
export function optionIn(
	options: unknown,
	property: INodeProperties,
	raw: () => unknown = () => undefined,
): number | undefined {
	const { displayName, name } = property;
	if (!isJsonObject(options) || !Object.hasOwn(options, name)) return undefined;
	if (!isNothing(options[name])) return numberIn(property, options[name]);
	const entered = raw();
	if (isJsonObject(entered) && hasOwnExpression(entered[name])) throw gaveNothing(displayName);
	return undefined;
}

/** The option Concurrency: one setting for the run, that of the first item. Throws inputError. */
export const concurrencyIn = (form: Form): number =>
	optionIn(readCollection(form, 'options', 0), CONCURRENCY, () => form.raw('options', 0)) ?? CONCURRENCY.default;

/** The names in the option Selected Fields of a tool, by the first item; none where it is not used. */
export function selectedFieldsIn(form: Form): string[] {
	const entered = readCollection(form, 'options', 0)[SELECTED_FIELDS.name];
	return typeof entered === 'string' ? entered.split(',').flatMap((name) => name.trim() || []) : [];
}

/** The silence in ms after which a request is given up; undefined where nothing is entered. Throws inputError. */
export function silenceIn(options: unknown, raw?: () => unknown): number | undefined {
	const seconds = optionIn(options, REQUEST_TIMEOUT, raw);
	return seconds && seconds * 1000;
}
