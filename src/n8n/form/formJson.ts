import type { INodeProperties } from 'n8n-workflow';
import { requiredInEditor } from './requiredInEditor';

/* Forms as JSON. All in them is plain data but what makes a locator required. */

const escaped = (char: string): string => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`;

/** A value as JSON in ASCII, which is read without decoding. */
export const asciiJson = (value: unknown): string => JSON.stringify(value).replace(/[^\x20-\x7e]/g, escaped);

/** The form that `asciiJson` made this text of. */
export function formFrom<T extends { readonly properties: INodeProperties[] }>(json: string): T {
	const form = JSON.parse(json) as T;
	form.properties.forEach(restore);
	return form;
}

/** Makes a locator required in the editor only, again; also inside of collections and rows. */
function restore(property: INodeProperties): void {
	if (property.type === 'resourceLocator' && property.required) property.required = requiredInEditor;
	if (property.type !== 'collection' && property.type !== 'fixedCollection') return;
	for (const option of property.options ?? []) {
		if ('values' in option) option.values.forEach(restore);
		else if ('type' in option) restore(option);
	}
}
