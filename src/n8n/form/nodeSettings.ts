import { checkValue } from '../../protocol/operation/check';
import { type InputOf, labelOf } from '../../protocol/operation/fields';
import { isNothing } from '../../protocol/wire/json';
import { gaveNothing } from '../../protocol/wire/libraryError';
import { hasExpression, hasOwnExpression } from './expressions';
import { SETTINGS } from './fixedProperties';
import { placeOf } from './operationLayout';
import { type Form, rawAt, readCollection } from './readForm';

/* What was entered in settings that belong to the node itself and to no field of its operations. */

type Settings = Required<InputOf<typeof SETTINGS>>;

const checked = <K extends keyof Settings>(key: K, entered: unknown): Settings[K] =>
	checkValue(labelOf(key, SETTINGS[key]), SETTINGS[key], entered) as Settings[K];

/**
 * What is entered in a setting; undefined where that is nothing. Throws inputError, also for an expression that gives
 * nothing, which must not pass for what the setting begins with; a model may leave an option empty.
 */
export function enteredIn<K extends keyof Settings>(
	form: Form,
	item: number,
	key: K,
	place = placeOf(SETTINGS[key]),
): Settings[K] | undefined {
	const isOnTop = place === 'top';
	const entered = isOnTop ? form.get(key, item) : readCollection(form, place, item)[key];
	if (!isNothing(entered)) return checked(key, entered);
	const raw = rawAt(form, item, place, key);
	if (isOnTop ? hasExpression(raw) : hasOwnExpression(raw)) throw gaveNothing(labelOf(key, SETTINGS[key]));
	return undefined;
}

/** The same, or what the setting begins with. */
export const settingIn = <K extends keyof Settings>(form: Form, item: number, key: K): Settings[K] =>
	enteredIn(form, item, key) ?? (SETTINGS[key].default as Settings[K]);

/** The option Concurrency: one setting for the run, that of the first item. Throws inputError. */
export const concurrencyIn = (form: Form): number => settingIn(form, 0, 'concurrency');

/** The names in the option Selected Fields of a tool, by the first item; none where it is not used. */
export function selectedFieldsIn(form: Form): string[] {
	const entered = readCollection(form, 'options', 0).selectedFields;
	return typeof entered === 'string' ? entered.split(',').flatMap((name) => name.trim() || []) : [];
}

/**
 * The silence in ms after which a request of a trigger is given up; undefined where nothing is entered. It is read by
 * itself, because an expression in another option may have no value for a visitor. Throws inputError.
 */
export function silenceOf(context: { getNodeParameter(name: string, whenMissing: null): unknown }): number | undefined {
	const seconds = context.getNodeParameter('options.requestTimeout', null);
	return isNothing(seconds) ? undefined : checked('requestTimeout', seconds) * 1000;
}
