import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import { formFrom, formJson, requiredInEditor } from '../../../src/n8n/form/formJson';
import { NODE_NAMES, nodeForm } from '../../../src/forms';
import type { NodeForm } from '../../../src/n8n/form/nodeForms';
import { operationsByNode } from '../../../src/entries';
import { type AnyOperation, nameOf } from '../../../src/protocol/operation/define';
import { actionNodes } from '../../contract/actionNodes';

/* What a person finds chosen in a new node, and in which order. */

/** Writes that may be chosen for somebody who has not looked yet: they add something and replace nothing. */
const HARMLESS = ['upload', 'add', 'create', 'issue', 'synchronize'];
const byTitle = (a: string, b: string): number => (a.toLowerCase() < b.toLowerCase() ? -1 : 1);
/** What people look for first. Elsewhere it is what a new form shows. */
const FIRST: Readonly<Record<string, readonly string[]>> = {
	file: ['Upload', 'Download', 'Search', 'Get'],
	link: ['Create', 'Get Many', 'Close', 'Close Many'],
	permission: ['Set', 'Get Table', 'Apply Table'],
};
/** Operations of files that few need: reading links together, then those whose answer only programs need. */
const LAST = ['Get Reading Link', 'Wait for Reading', 'Close Reading Link', 'Get Upload Key', 'Get Upload Server'];

const resources = Object.entries(operationsByNode).flatMap(([node, ops]) =>
	[...new Set(ops.map(({ resource }) => resource))].map((resource): [string, string, AnyOperation[]] => [
		node,
		resource,
		ops.filter((op) => op.resource === resource),
	]),
);

function menuOf(node: string, resource: string): INodeProperties {
	const found = Object.values(actionNodes)
		.find(({ description }) => description.name === node)
		?.description.properties.find(
			({ name, displayOptions }) => name === 'operation' && displayOptions?.show?.resource?.includes(resource),
		);
	if (!found) throw new Error(`${node} has no operations for ${resource}`);
	return found;
}

describe.each(resources)('%s, %s', (node, resource, ops) => {
	const menu = menuOf(node, resource);
	const titles = (menu.options as INodePropertyOptions[]).map(({ name }) => name);

	test('begins with its only default operation, which destroys nothing', () => {
		const [chosen, ...others] = ops.filter((op) => op.menu === 'default');
		expect(others).toEqual([]);
		expect(menu.default).toBe(chosen?.operation);
		if (!chosen?.reads) expect(HARMLESS).toContain(chosen?.operation);
	});

	test('lists what people look for first, the others by title, and what few need last', () => {
		const chosen = ops.flatMap((op) => (op.menu === 'default' ? [nameOf(op)] : []));
		const first = (FIRST[resource] ?? chosen).filter((title) => titles.includes(title));
		const last = LAST.filter((title) => titles.includes(title));
		const others = titles.filter((title) => !last.includes(title) && !first.includes(title));
		expect(titles).toEqual([...first, ...others.sort(byTitle), ...last]);
	});
});

test('File Library begins with what people look for first, and ends with what few need', () => {
	const resource = actionNodes.fileLibrary.description.properties.find(({ name }) => name === 'resource');
	expect((resource?.options as INodePropertyOptions[]).map(({ name }) => name)).toEqual([
		...['File', 'Folder', 'Link', 'Tag', 'Metadata', 'Permission', 'History', 'Recycle Bin', 'Library'],
		...['Change', 'Copy Task', 'Folder Permission (Classic)'],
	]);
});

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
