import { formFrom, formJson, requiredInEditor } from '../../../src/n8n/form/formJson';
import { NODE_NAMES, nodeForm, type NodeForm } from '../../../src/n8n/form/nodeForms';

test.each(NODE_NAMES)('the form of %s is the same after it was JSON', (node) => {
	const json = formJson(nodeForm(node));
	expect(formFrom<NodeForm>(json)).toStrictEqual(nodeForm(node));
	expect(json).toMatch(/^[\x20-\x7e]*$/);
});

/** A locator that must be filled, in all places where a form has them. */
const locator = {
	displayName: 'File',
	name: 'file',
	type: 'resourceLocator' as const,
	default: '',
	required: requiredInEditor,
};
const places: ReadonlyArray<[string, (read: NodeForm) => unknown, NodeForm['properties'][number]]> = [
	['on top', ({ properties: [top] }) => top, locator],
	[
		'in a collection',
		({ properties: [top] }) => top?.options?.[0],
		{ displayName: 'Options', name: 'options', type: 'collection', default: {}, options: [locator] },
	],
	[
		'in rows',
		({ properties: [top] }) => (top?.options?.[0] as { values?: unknown[] }).values?.[0],
		{
			displayName: 'Rows',
			name: 'rows',
			type: 'fixedCollection',
			default: {},
			options: [{ name: 'rows', displayName: 'Rows', values: [locator] }],
		},
	],
];

test.each(places)('a locator %s is required for the editor, and not for the engine', (_place, find, property) => {
	const read = find(formFrom<NodeForm>(formJson({ properties: [property] }))) as { required: unknown };
	expect(read.required === true).toBe(false);
	expect(JSON.parse(JSON.stringify(read))).toEqual({ ...locator, required: true });
});

test('what is plainly required stays so', () => {
	const form: NodeForm = { properties: [{ ...locator, required: true }] };
	expect(formFrom<NodeForm>(formJson(form)).properties[0]?.required).toBe(true);
});
