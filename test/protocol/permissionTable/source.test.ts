import { candidateFor, inheritedFrom, type PlaceFacts, sourceOf } from '../../../src/protocol/permissionTable/source';
import { asReadText, parseAsRead } from '../../../src/protocol/permissionTable/tableRow';
import { memberWith, type Subject } from '../../../src/protocol/permissionTable/codes';

const place = (fullpath: string, inherit: boolean | undefined, ...direct: string[]): PlaceFacts => ({
	fullpath,
	inherit,
	direct: new Set(direct),
});
const KIM = memberWith('7');
const BY_ACCOUNT: Subject = { type: 'member', by: 'account', value: 'kim' };

test('only folders that a folder inherits from are above it', () => {
	const places = [place('A/B', false), place('A', true), place('', undefined)];
	const at = (fullpath: string) => places.find((each) => each.fullpath === fullpath);
	expect(inheritedFrom(place('A/B/C', true), at).map(({ fullpath }) => fullpath)).toEqual(['A/B']);
	expect(inheritedFrom(place('A/B', false), at)).toEqual([]);
	expect(inheritedFrom(place('A', undefined), at)).toEqual([]);
});

test.each<[string, PlaceFacts, PlaceFacts[], Subject, boolean, object]>([
	['own list', place('A', true, 'member_id:7'), [], KIM, true, { source: 'direct', from: 'A' }],
	[
		'list above',
		place('A/B', true),
		[place('A', true, 'member_id:7')],
		KIM,
		true,
		{ source: 'inherited', from: 'A' },
	],
	['the library', place('A', true), [place('', undefined)], KIM, true, { source: 'library_role', from: '' }],
	['no role', place('A', true), [place('', undefined)], KIM, false, { source: 'unknown' }],
	['inheritance ends', place('A', false), [], KIM, true, { source: 'unknown' }],
	['no ID', place('A', true), [place('', undefined)], BY_ACCOUNT, true, { source: 'unknown' }],
])('%s', (_, at, above, subject, hasRole, expected) => {
	expect(candidateFor(at, above, subject, hasRole)).toEqual(expected);
});

test('nothing is claimed to be inherited where something else applies', () => {
	const candidate = { source: 'inherited', from: 'A' } as const;
	expect(sourceOf(candidate, { ls: 1 }, { ls: 1 })).toEqual(candidate);
	expect(sourceOf(candidate, { ls: 1 }, { ls: 1, dl: 1 })).toEqual({ source: 'unknown' });
	expect(sourceOf(candidate, { ls: 1 }, undefined)).toEqual({ source: 'unknown' });
});

test.each([
	[{ granted: ['ls', 'dl'], denied: [], inherit: true, roleId: 3, role: 'Viewer; best' }],
	[{ granted: [], denied: ['rm'], inherit: false }],
	[{ granted: [], denied: [] }],
] as const)('%j is read back from as_read', (said) => {
	expect(parseAsRead(asReadText(said))).toEqual({ inherit: undefined, roleId: undefined, role: undefined, ...said });
	expect(asReadText(said)).not.toMatch(/^[-+=@]/);
});

test('another text is no as_read', () => expect(parseAsRead('ls,dl')).toBeUndefined());

describe('at the edge', () => {
	test('nothing is above a folder of which nothing is known', () => {
		const known = [place('A', true), place('', undefined)];
		const at = (fullpath: string) => known.find((each) => each.fullpath === fullpath);
		expect(inheritedFrom(place('A/B/C', true), at)).toEqual([]);
		expect(inheritedFrom(place('A/B', true), at)).toEqual(known);
	});
	test('a role in the library applies where everything up to the root inherits', () => {
		expect(candidateFor(place('', undefined), [], KIM, true)).toEqual({ source: 'library_role', from: '' });
		expect(candidateFor(place('A/B', true), [place('A', true)], KIM, true)).toEqual({ source: 'unknown' });
	});
});
