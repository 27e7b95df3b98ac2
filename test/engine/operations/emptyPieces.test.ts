import { type Field, labelOf } from '../../../src/protocol/operation/fields';
import { aThird, someCases } from '../../support/runs';
import { type InputField, inputFields, named } from '../support/inputFields';
import { by, on } from '../support/library';
import { nodes } from '../support/nodes';

/* A path with a piece that is nothing would name the folder around what is meant: refused, but for places. */

const strict = nodes({ service: 'strict' });
const { server } = strict;

/** The values of the item: nothing for a name, a slash, and a folder as other programs write it. */
const ITEM = { json: { empty: '', slash: '/', dir: 'Reports/', name: '', answer: '/' } };

/** Expressions whose path ends in a slash, or is only one. */
const ENDS_IN_SLASH = {
	'a template at the end': '=Reports/{{ $json.v }}',
	'two templates at the end': '=Reports/{{ $json.name }}{{ $json.ext }}',
	'two texts': '={{ "Reports/" + ($json.v ?? "") }}',
	'a template literal': '={{ `Reports/${$json.v ?? ""}` }}',
	'a joined list': '={{ ["Reports", $json.empty].join("/") }}',
	'a model that answers nothing': '={{ "Reports/" + $fromAI("name") }}',
	'two answers of a model': '=Reports/{{ $fromAI("name") }}{{ $fromAI("empty") }}',
	'a field with a slash at its end': '={{ $json.dir }}',
	'only a template behind a slash': '=/{{ $json.v }}',
	'only a template before a slash': '={{ $json.v }}/',
};
/** Expressions whose path has two slashes in a row. */
const TWO_SLASHES = {
	'a template between slashes': '=Reports/{{ $json.v }}/',
	'two templates between slashes': '=Reports/{{ $json.v }}/{{ $json.w }}',
	'a template in the middle': '=Reports/{{ $json.v }}/a.txt',
	'a model that answers a slash': '={{ "Reports/" + $fromAI("answer") }}',
	'nothing at the beginning': '={{ "/" + ($json.v ?? "") + "/a.txt" }}',
};

/** Fields in which something is put. */
const PLACES = ['Destination Folder', 'Parent Folder', 'Archive Folder', 'Parent Department'];
/** Fields of operations that only read, in which something is looked for: folders by path, and not by ID. */
const isLookedIn = ({ op, field }: InputField): boolean =>
	op.reads === true &&
	field.kind === 'ref' &&
	!('id' in field.modes) &&
	Object.values(field.modes).some(({ search }) => search === 'foldersByPath');
const isPlace = (each: InputField): boolean =>
	PLACES.includes(each.label) || each.op.id === 'entAddMember' || isLookedIn(each);

const modesOf = (field: Field): string[] =>
	field.kind === 'ref'
		? Object.entries(field.modes).flatMap(([mode, { of }]) => (of === 'path' || of === 'paths' ? [mode] : []))
		: [];

/** A field by each of its ways to enter a path; those in the rows of a table, too. */
function waysOf(each: InputField): InputField[] {
	const { field, fill } = each;
	if ((field.kind === 'text' && field.path) || (field.kind === 'list' && field.of === 'path')) return [each];
	if (field.kind !== 'rows')
		return modesOf(field).map((mode) => ({ ...each, fill: (value) => fill(by(mode, value)) }));
	return Object.entries(field.cells).flatMap(([name, cell]) =>
		modesOf(cell).map((mode) => ({
			...each,
			label: labelOf(name, cell),
			field: cell,
			fill: (value) => fill({ rows: [{ [name]: by(mode, value) }] }),
		})),
	);
}

const all = inputFields.flatMap(waysOf);

const REFUSED = /(?:^|: )"[^"]*" (?:has an empty part|names nothing)/;

const run = async ({ node, fill }: InputField, value: unknown) => await strict.run(node, fill(value), [ITEM]);

async function expectRefused(each: InputField, shapes: Readonly<Record<string, string>>, nth: number): Promise<void> {
	for (const [shape, expression] of someCases(Object.entries(shapes), nth)) {
		const { error } = await run(each, expression);
		expect([shape, error?.message]).toEqual([shape, expect.stringMatching(REFUSED)]);
		expect(error?.message).toContain(`${each.label}: "`);
		expect(error?.description).toContain('Check whether an expression in it gives nothing for this item.');
		expect([shape, server.requests]).toEqual([shape, []]);
	}
}

test('there are as many fields as operations on files need', () => expect(all.length).toBeGreaterThan(100));

test.each(aThird(named(all.filter((each) => !isPlace(each)))))(
	'%s refuses a path with an empty piece',
	async (_name, each, nth) => {
		for (const shapes of [ENDS_IN_SLASH, TWO_SLASHES]) await expectRefused(each, shapes, nth);
	},
);

test.each(named(all.filter(isPlace)))('%s may end in a slash, and has no two of them', async (_name, each, nth) => {
	await expectRefused(each, TWO_SLASHES, nth);
	for (const expression of someCases(Object.values(ENDS_IN_SLASH), nth))
		expect((await run(each, expression)).error?.message ?? '').not.toMatch(REFUSED);
});

/** What a person types, and whole paths. */
const TAKEN = ['Reports/', '/', '={{ "Reports/" + "a.txt" }}', '=/Reports/{{ "a.txt" }}'];
test.each(someCases(named(all).flatMap((one) => TAKEN.map((path) => [...one, path] as const))))(
	'%s takes what is typed or whole',
	async (_name, each, _nth, path) =>
		expect((await run(each, path)).error?.message ?? '').not.toMatch(/has an empty part|names nothing/),
);

describe('the root', () => {
	const reset = (path: unknown) =>
		on('folderPermission', 'setInheritance', { folder: by('path', path), inheritPermissions: true });
	test.each(['/', '={{ $json.slash }}', '={{ $("Trigger").item.json["slash"] }}'])('is meant by %s', async (path) => {
		const { error } = await strict.run('fileLibrary', reset(path), [ITEM]);
		expect(error?.message ?? '').not.toMatch(REFUSED);
	});
	test.each(['=/{{ $json.empty }}', '={{ "/" + $json.empty }}', '={{ $fromAI("slash") }}'])(
		'is not meant by %s',
		async (path) => {
			const { error } = await strict.run('fileLibrary', reset(path), [ITEM]);
			expect(error?.message).toMatch(/^Folder: "\/" names nothing/);
			expect(error?.description).toContain('If the root itself is meant, enter / without an expression.');
			expect(server.requests).toEqual([]);
		},
	);
});
