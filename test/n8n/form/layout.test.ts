import type { INodeProperties } from 'n8n-workflow';
import { outputNotices } from '../../../src/n8n/form/nodeForms';
import { operationsByNode } from '../../../src/entries';
import { actionNodes, allNodes, triggerNodes } from '../../contract/actionNodes';

/* Where a person finds the fields of a form: by hand, from how people think of the work. */

const nodes = { library: actionNodes.fileLibrary, user: actionNodes.fileLibraryUser };
/** What only a tool shows is proven with the tools. */
const OF_TOOLS = '@tool';
const shownFor = (resource: string, operation: string, { displayOptions }: INodeProperties): boolean =>
	displayOptions?.show?.[OF_TOOLS] === undefined &&
	displayOptions?.show?.resource?.includes(resource) === true &&
	displayOptions.show.operation?.includes(operation) === true;
const formOf = (node: keyof typeof nodes, resource: string, operation: string): INodeProperties[] =>
	nodes[node].description.properties.filter((property) => shownFor(resource, operation, property));
const titlesOf = (properties: readonly unknown[] = []): string[] =>
	(properties as INodeProperties[]).flatMap(({ name, displayName, displayOptions, type }) =>
		// What is shown only where it is there is of earlier versions.
		type === 'hidden' || displayOptions?.show?.[name] ? [] : displayName,
	);
const collection = (node: keyof typeof nodes, resource: string, operation: string, name: string) =>
	formOf(node, resource, operation).find((property) => property.name === name);

test.each<[keyof typeof nodes, string, string, string[]]>([
	['library', 'file', 'upload', ['Input Binary Field', 'Parent Folder', 'File Name', 'If the File Exists']],
	['user', 'file', 'upload', ['Library', 'Input Binary Field', 'Parent Folder', 'File Name', 'If the File Exists']],
	['library', 'link', 'create', ['File or Folder', 'Allow', 'Expires', 'Days', 'Expires At']],
	['library', 'file', 'search', ['Search Text', 'Search In', 'Folder', 'Return All', 'Limit', 'Simplify']],
	['library', 'change', 'count', ['From', 'To', 'Filters']],
	[
		'library',
		'metadata',
		'set',
		['File or Folder', 'Template Key', 'Mode', 'Properties (Required)', 'Properties (JSON)'],
	],
	['library', 'metadata', 'get', ['File or Folder', 'Template Key']],
	['user', 'favorite', 'getMany', ['Return All', 'Limit', 'Simplify']],
])('%s, %s, %s', (node, resource, operation, titles) =>
	expect(titlesOf(formOf(node, resource, operation))).toEqual([...titles, 'Options']),
);

test('filters stand apart from options', () => {
	// Those of every list of files, and those of the service.
	const ofLists = [
		'Exclude Names',
		'Extensions',
		'Include Names',
		'Kind',
		'Maximum Depth',
		'Maximum Size (MB)',
		'Minimum Size (MB)',
	];
	ofLists.push('Modified After', 'Modified Before', 'Modified Within (Days)', 'Not Modified For (Days)');
	for (const [node, own] of [
		['library', ['IDs', 'Tag']],
		['user', ['Media Type']],
	] as const) {
		const { options } = collection(node, 'folder', 'getMany', 'filters') ?? {};
		expect(titlesOf(options)).toEqual([...ofLists, ...own].sort());
	}
	for (const operation of ['getMany', 'closeMany'])
		expect(titlesOf(collection('library', 'link', operation, 'filters')?.options)).toEqual([
			'Created After',
			'Created Before',
			'Created By',
			'Expires Within (Days)',
			'File Pattern',
			'Files Only',
			'Never Expires',
			'No Password',
			'Permission',
		]);
	expect(titlesOf(collection('user', 'file', 'search', 'filters')?.options)).toEqual(['Extensions']);
	expect(titlesOf(collection('library', 'change', 'getMany', 'filters')?.options)).toEqual(['Kind']);
	const trigger = triggerNodes.fileLibraryTrigger.description.properties;
	expect(titlesOf(trigger.find(({ name }) => name === 'filters')?.options)).toContain('Not Changed By');
});

test('the button of Options says the same everywhere', () => {
	expect(collection('library', 'history', 'getMany', 'options')?.placeholder).toBe('Add option');
	expect(collection('user', 'favorite', 'getMany', 'options')?.placeholder).toBe('Add option');
});

const TRIGGERS = Object.values(triggerNodes);
test.each(TRIGGERS)('Trigger On begins with a choice and is required', (node) => {
	const on = node.description.properties.find(({ name }) => name === 'events');
	expect(on).toMatchObject({ displayName: 'Trigger On', type: 'multiOptions', required: true });
	expect(on?.default).not.toEqual([]);
});

test('an empty list names what to choose', () => {
	const link = formOf('library', 'link', 'close').find(({ name }) => name === 'link');
	expect(link?.modes?.map(({ name, placeholder }) => [name, placeholder])).toEqual([
		['list', 'Select a link...'],
		['code', expect.stringMatching(/^e\.g\. https:/)],
		['path', expect.stringMatching(/^e\.g\. /)],
	]);
});

test.each(allNodes)('what an empty field means is shown in it, not only in its help', (node) => {
	const fields = node.description.properties.filter(
		({ type, description = '', typeOptions }) =>
			/\w when left empty/.test(description) &&
			(type === 'resourceLocator' || (type === 'string' && typeOptions?.rows === undefined)),
	);
	const silent = fields.filter(({ placeholder, modes }) => {
		const shown = modes?.find(({ type }) => type === 'list')?.placeholder ?? placeholder ?? '';
		return !shown.startsWith('empty: ');
	});
	expect(silent.map(({ displayName }) => displayName)).toEqual([]);
});

test.each(allNodes)('no form asks for a date that is over some day, unless that was chosen', (node) => {
	const dates = node.description.properties.filter(({ type, required }) => type === 'dateTime' && required);
	// What was is asked for without a choice: Restore to a Time.
	const chosen = dates.filter(
		({ displayOptions }) =>
			displayOptions?.show?.startFrom !== undefined || displayOptions?.show?.operation?.includes('restoreToTime'),
	);
	expect(dates).toEqual(chosen);
});

test.each(allNodes)('each condition of a form names a field, as n8n 1 resolves them', ({ description }) => {
	const names = new Set(description.properties.map(({ name }) => name));
	const asked = description.properties.flatMap(({ displayOptions: { show = {}, hide = {} } = {} }) =>
		Object.keys({ ...show, ...hide }).filter((name) => !name.startsWith('@')),
	);
	expect(asked.filter((name) => !names.has(name))).toEqual([]);
});

test('a list of rows says in its title what none of them means', () => {
	const ofActivities = triggerNodes.fileLibraryActivityTrigger.description.properties;
	expect(ofActivities.find(({ name }) => name === 'libraries')?.displayName).toBe('Libraries (Empty: All)');
	const people = formOf('library', 'permission', 'getTable').find(({ name }) => name === 'people');
	expect(people?.displayName).toBe('Members and Departments (Empty: Everybody)');
});

type Property = { name: string; type: string; required?: unknown };
const { properties } = JSON.parse(JSON.stringify(actionNodes.fileLibrary.description)) as { properties: Property[] };

test('the editor marks the locators that are required, and nothing is required in another way than true', () => {
	const required = properties.filter((property) => property.required !== undefined);
	expect(required.filter(({ type }) => type === 'resourceLocator').map(({ name }) => name)).toContain('file');
	expect(new Set(required.map((property) => property.required))).toEqual(new Set([true]));
});

test.each([
	['File Library', actionNodes.fileLibrary, ['recycleBin delete'], ['file delete', 'file get']],
	['File Library Admin', actionNodes.fileLibraryAdmin, ['library delete', 'member delete'], ['library getMany']],
])('%s warns of operations that always delete for good, and of no others', (_name, { description }, named, others) => {
	const [hint, ...more] = description.hints ?? [];
	expect([hint?.whenToDisplay, hint?.location, more]).toEqual(['beforeExecution', 'outputPane', []]);
	for (const name of named) expect(hint?.displayCondition).toContain(`"${name}"`);
	for (const name of others) expect(hint?.displayCondition).not.toContain(`"${name}"`);
});

test('a node without such operations has no hints', () => {
	expect(outputNotices(operationsByNode.fileLibraryUser).hints).toEqual([]);
});
