import { deepStrictEqual } from 'node:assert/strict';
import type { INodeProperties } from 'n8n-workflow';
import { asciiJson, formFrom } from '../n8n/form/formJson';

/** The text of a form's file. Throws where JSON loses something, i.e. what is read there would be another form. */
export function formFile(form: { readonly properties: INodeProperties[] }): string {
	const json = asciiJson(form);
	deepStrictEqual(formFrom(json), form);
	return json;
}
