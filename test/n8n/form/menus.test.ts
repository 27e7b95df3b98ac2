import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import { operationsByNode } from '../../../src/protocol/catalogue';
import { nameOf, type AnyOperation } from '../../../src/protocol/operation/define';
import { FileLibrary } from '../../../nodes/FileLibrary/FileLibrary.node';
import { FileLibraryAdmin } from '../../../nodes/FileLibraryAdmin/FileLibraryAdmin.node';
import { FileLibraryPartner } from '../../../nodes/FileLibraryPartner/FileLibraryPartner.node';
import { FileLibraryUser } from '../../../nodes/FileLibraryUser/FileLibraryUser.node';

/* What a person finds chosen in a new node, and in which order. */

/** Writes that may be chosen for somebody who has not looked yet: they add something and replace nothing. */
const HARMLESS = ['upload', 'add', 'create', 'issue', 'synchronize'];
/** The order of titles, without regard to case. */
const byTitle = (a: string, b: string): number => (a.toLowerCase() < b.toLowerCase() ? -1 : 1);
/** Operations whose answer only programs need. */
const TECHNICAL = ['Get Upload Key', 'Get Upload Server'];

const resources = Object.entries(operationsByNode).flatMap(([node, ops]) =>
	[...new Set(ops.map(({ resource }) => resource))].map((resource): [string, string, AnyOperation[]] => [
		node,
		resource,
		ops.filter((op) => op.resource === resource),
	]),
);

const forms = [new FileLibrary(), new FileLibraryAdmin(), new FileLibraryPartner(), new FileLibraryUser()];

function menuOf(node: string, resource: string): INodeProperties {
	const found = forms
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

	test('lists the one of a new form, what people look for first, the others by title, technical ones last', () => {
		const chosen = ops.flatMap((op) => (op.menu === 'default' ? [nameOf(op)] : []));
		const first = resource === 'file' ? [...new Set([...chosen, 'Download', 'Search', 'Get'])] : chosen;
		const technical = titles.filter((title) => TECHNICAL.includes(title));
		const others = titles.filter((title) => !TECHNICAL.includes(title) && !first.includes(title));
		expect(titles).toEqual([...first, ...others.sort(byTitle), ...technical]);
	});
});

test('File Library begins with what people look for first, and ends with what few need', () => {
	const resource = forms[0]?.description.properties.find(({ name }) => name === 'resource');
	expect((resource?.options as INodePropertyOptions[]).map(({ name }) => name)).toEqual([
		...['File', 'Folder', 'Link', 'Tag', 'Metadata', 'Permission', 'History', 'Recycle Bin', 'Library'],
		...['Change', 'Copy Task', 'Folder Permission (Classic)'],
	]);
});
