import type { INodeParameters, INodeType } from 'n8n-workflow';
import { EVERY } from '../../support/runs';

const known = new WeakMap<INodeType, Map<string, INodeType>>();

/**
 * A node whose form has only what an operation may show. n8n reads a form again and again, and most of its time goes to
 * properties of other operations, which it hides. In `npm run test:all` the form is whole.
 */
export function withShownForm(type: INodeType, { resource, operation }: INodeParameters): INodeType {
	const isChosen = typeof resource === 'string' && typeof operation === 'string';
	if (EVERY === 1 || !isChosen || `${resource}${operation}`.includes('=')) return type;
	const forms = known.get(type) ?? new Map<string, INodeType>();
	known.set(type, forms);
	const key = `${resource}.${operation}`;
	const made = forms.get(key);
	if (made) return made;
	const properties = type.description.properties.filter(({ displayOptions: { show = {} } = {} }) =>
		Object.entries({ resource, operation }).every(([name, value]) => show[name]?.includes(value) ?? true),
	);
	const form = Object.create(type, { description: { value: { ...type.description, properties } } }) as INodeType;
	forms.set(key, form);
	return form;
}
