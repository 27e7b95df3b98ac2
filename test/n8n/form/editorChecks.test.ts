import { NodeHelpers, type INodeProperties } from 'n8n-workflow';
import { actionNodes } from '../../contract/actionNodes';

/* What the editor says before anything runs, by what newer versions of n8n look for in a form. */

const nodes = Object.values(actionNodes);
const insideOf = (property: INodeProperties): INodeProperties[] => [
	property,
	...((property.options ?? []) as INodeProperties[])
		.flatMap((option) => (property.type === 'fixedCollection' ? Reflect.get(option, 'values') : [option]))
		.filter((option: INodeProperties) => option.type !== undefined)
		.flatMap(insideOf),
];
const fields = nodes.flatMap(({ description }) => description.properties.flatMap(insideOf));
const modes = fields.flatMap((field) => field.modes ?? []);

test.each([
	['', true],
	['12', true],
	[' 12 ', true],
	['={{ $json.member_id }}', true],
	['name@example.com', false],
	['12,13', false],
])('an ID of a member: %p', (value, isFine) => {
	const member = fields.find(({ name, required }) => name === 'member' && required);
	if (!member) throw new Error('no member');
	const { displayOptions: _, required: __, ...property } = JSON.parse(JSON.stringify(member)) as INodeProperties;
	const node = { id: '', name: 'N', type: 'n', typeVersion: 1, position: [0, 0] as [number, number], parameters: {} };
	const locator = { __rl: true as const, mode: 'id', value };
	expect(NodeHelpers.getParameterIssues(property, { member: locator }, '', node, null).parameters ?? {}).toEqual(
		isFine ? {} : { member: ['An ID has digits only, e.g. 12'] },
	);
});

test('every ID of digits is checked, and nothing else is', () => {
	const checked = modes.filter(({ validation }) => validation !== undefined);
	expect([...new Set(checked.map(({ displayName }) => displayName))].sort().join(', ')).toBe(
		'Department ID, Enterprise ID, Library ID, Member ID, Mount ID, Role ID',
	);
});

test('a list of members says that it takes a while', () => {
	const slow = modes.filter(({ typeOptions }) => typeOptions?.slowLoadNotice !== undefined);
	const methods = new Set(slow.map(({ typeOptions }) => typeOptions?.searchListMethod));
	expect([...methods].sort()).toEqual(['membersByAccount', 'membersById', 'membersByOutId']);
});

test('five fields ask for a day without a time', () => {
	const days = fields.filter(({ typeOptions }) => typeOptions?.dateOnly === true);
	const titles = ['Created Before', 'Created From', 'Expiry Date', 'First Day', 'Last Day'];
	expect(days.map(({ displayName }) => displayName).sort()).toEqual(titles);
});

test('assistants are told what to enter in the pickers of everyday work', () => {
	const told = fields.filter(({ builderHint }) => builderHint !== undefined);
	expect(told.length).toBeGreaterThan(5);
	for (const { builderHint } of told) expect(builderHint?.propertyHint).toMatch(/^mode 'path'/);
});
