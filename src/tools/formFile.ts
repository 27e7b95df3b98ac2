import { deepStrictEqual } from 'node:assert/strict';
import { formFrom, formJson } from '../n8n/form/formJson';

/** The text of a form's file. Throws where JSON loses something, i.e. what is read there would be another form. */
export function formFile(form: object): string {
	const json = formJson(form);
	deepStrictEqual(formFrom(json), form);
	return json;
}
