import { isGappedList, withShape } from '../../../src/protocol/wire/decode';

/* Lists and maps as PHP sends them: a list with gaps is an object (A07), an empty one may be anything empty. */

test.each<[unknown, boolean]>([
	[{ 0: 'a', 12: 'b' }, true],
	[{ 0: 'a', b: 'b' }, false],
	[{ '1a': 'a' }, false],
	[{ a1: 'a' }, false],
	[{}, false],
	[['a'], false],
	[null, false],
])('%j is a list with gaps: %s', (value, expected) => expect(isGappedList(value)).toBe(expected));

test.each<[string, unknown, Record<string, 'list' | 'map'>, unknown]>([
	['a list with gaps', { orgs: { 0: 'a', 2: 'b' } }, { orgs: 'list' }, { orgs: ['a', 'b'] }],
	['no list: null', { orgs: null, n: 1 }, { orgs: 'list' }, { orgs: [], n: 1 }],
	['no list: false', { orgs: false }, { orgs: 'list' }, { orgs: [] }],
	['no list: an empty object', { orgs: {} }, { orgs: 'list' }, { orgs: [] }],
	['another object stays', { orgs: { a: 1 } }, { orgs: 'list' }, { orgs: { a: 1 } }],
	['a field that is missing stays so', { n: 1 }, { orgs: 'list' }, { n: 1 }],
	['a map', { by: { a: 1 } }, { by: 'map' }, { by: { a: 1 } }],
	['an empty map', { by: [] }, { by: 'map' }, { by: {} }],
	['a list in place of a map stays', { by: [1] }, { by: 'map' }, { by: [1] }],
	['no map stays', { by: null }, { by: 'map' }, { by: null }],
	['each entry of a list', [{ a: null }, { a: [1] }, 7], { '[].a': 'list' }, [{ a: [] }, { a: [1] }, 7]],
	['each entry where there is no list', { a: 1 }, { '[].a': 'list' }, { a: 1 }],
	['each entry of a map', { x: { a: null }, y: { a: [1] } }, { '{}.a': 'list' }, { x: { a: [] }, y: { a: [1] } }],
	['a field of a field', { data: { rows: null } }, { 'data.rows': 'list' }, { data: { rows: [] } }],
	['an empty value on the way stays', { data: null }, { 'data.rows': 'list' }, { data: null }],
	['entries of a field', { rows: [{ a: [] }] }, { 'rows[].a': 'map' }, { rows: [{ a: {} }] }],
	['entries of a map of a field', { by: { x: [] } }, { 'by{}': 'map' }, { by: { x: {} } }],
	['a list, its entries', { rows: { 1: { a: null } } }, { rows: 'list', 'rows[].a': 'list' }, { rows: [{ a: [] }] }],
	['the answer itself', { 0: 'a', 5: 'b' }, { '': 'list' }, ['a', 'b']],
])('%s', (_, answer, shape, expected) => expect(withShape(answer, shape)).toEqual(expected));
