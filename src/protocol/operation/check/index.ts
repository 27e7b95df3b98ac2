import { isCursorText } from '../../wire/feedCursor';
import { inputError } from '../../wire/libraryError';
import type { Field, Fields, RowsField } from '../fields';
import { checkChoice, checkChoices, checkFlag } from './choice';
import { checkCursor } from './cursor';
import { checkDate } from './date';
import { checkJson } from './json';
import { asList, checkList } from './list';
import { checkLocator } from './locator';
import { checkInteger } from './number';
import { checkText } from './text';

const titleCase = (key: string): string => key.replace(/([A-Z])/g, ' $1').replace(/^./, (c) => c.toUpperCase());
/** The name of a field as the form shows it. */
export const labelOf = (key: string, field: Field): string => field.label ?? titleCase(key);

/** A value of a field in its own type. Throws inputError with the field's name. */
export function checkValue(label: string, field: Field, value: unknown): unknown {
	switch (field.kind) {
		case 'text':
			return checkText(label, field, value);
		case 'binary':
			return checkText(label, { kind: 'text', required: true, help: '' }, value);
		case 'int':
			return checkInteger(label, value, field);
		case 'flag':
			return checkFlag(label, value);
		case 'choice':
			return checkChoice(label, field, value);
		case 'multi':
			return checkChoices(label, field, value);
		case 'list':
			return checkList(label, field, value);
		case 'date':
			if (field.orCursor && isCursorText(value)) return checkCursor(label, value);
			return checkDate(label, field, value);
		case 'json':
			return checkJson(label, value);
		case 'rows':
			return checkRows(label, field, value);
		case 'ref':
			return checkLocator(label, field, value as { by: string; value: unknown });
	}
}

function checkRows(label: string, field: RowsField<boolean>, value: unknown): Array<Record<string, unknown>> {
	const entered = asList(value);
	if (entered.length === 0 && field.required) throw inputError(label, 'is required');
	return entered.map((row, n) => checkFields(field.cells, row as Record<string, unknown>, `${label} ${n + 1}, `));
}

/** Whether a field is asked for. A form keeps what was typed before another choice was made; that must not be sent. */
function applies(fields: Fields, { showFor }: Field, entered: Readonly<Record<string, unknown>>): boolean {
	if (!showFor) return true;
	const choice = fields[showFor.field];
	const fallback = choice?.kind === 'choice' ? choice.fallback : '';
	return showFor.values.includes(String(entered[showFor.field] ?? fallback));
}

/**
 * All values that were entered in a form, each in its own type. Throws inputError for a wrong value and for a
 * required one that is missing; `prefix` precedes each name in errors.
 */
export function checkFields(
	fields: Fields,
	entered: Readonly<Record<string, unknown>>,
	prefix = '',
): Record<string, unknown> {
	const checked: Record<string, unknown> = {};
	for (const [key, field] of Object.entries(fields)) {
		if (!applies(fields, field, entered)) continue;
		const label = prefix + labelOf(key, field);
		const value = entered[key];
		if (value === undefined || value === null) {
			if (field.required) throw inputError(label, 'is required');
		} else {
			const result = checkValue(label, field, value);
			if (result !== undefined) checked[key] = result;
		}
	}
	return checked;
}
