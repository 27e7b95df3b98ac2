import { plainReader } from '../../../src/n8n/form/plainExpressions';

/* Which expressions are read without n8n, and what they give. That n8n gives the same: test/engine/forms. */

const ITEM = {
	path: 'Docs/a.txt',
	'two words': 'b',
	empty: '',
	n: 0,
	yes: false,
	nothing: null,
	list: ['x', 'y'],
	inner: { name: 'c', deep: { $x_1: 'd' } },
	date: new Date(0),
};

test.each([
	['={{ $json.path }}', 'Docs/a.txt'],
	['={{$json.path}}', 'Docs/a.txt'],
	['={{\n\t$json.inner.deep.$x_1  }}', 'd'],
	['={{ $json["two words"] }}', 'b'],
	["={{ $json['inner'].name }}", 'c'],
	['={{ $json.empty }}', ''],
	['={{ $json.n }}', 0],
	['={{ $json.yes }}', false],
	['=Docs/{{ $json.inner.name }}.txt', 'Docs/c.txt'],
	['={{ $json.path }} ', 'Docs/a.txt '],
	['={{ $json.path }}{{ $json.empty }}', 'Docs/a.txt'],
	['=no field', 'no field'],
	['=', ''],
])('%j is read', (raw, expected) => {
	expect(plainReader(raw)?.(ITEM)).toBe(expected);
});

test('a field inside of objects and lists is read, and everything around it stays', () => {
	const raw = {
		__rl: true,
		mode: 'path',
		value: '={{ $json.path }}',
		rows: [{ a: null, b: '=x{{ $json.empty }}' }, 3],
	};
	expect(plainReader(raw)?.(ITEM)).toEqual({ ...raw, value: 'Docs/a.txt', rows: [{ a: null, b: 'x' }, 3] });
});

test.each([
	'={{ $json.path.toUpperCase() }}',
	'={{ $json.list[0] }}',
	'={{ $json["path" }}',
	'={{ $json["a\\"b"] }}',
	'={{ $json[`path`] }}',
	'={{ $json?.path }}',
	'={{ $json }}',
	'={{ $json.a-b }}',
	'={{ $jsonx.path }}',
	'={{ $input.item.json.path }}',
	'={{ $json.path }} {{ $now }}',
	'={{ $json.path }} \\{{ x',
	'={{ $json.path',
	'=a }} b',
	'={{ {} }}',
])('%j is left to n8n', (raw) => {
	expect(plainReader(raw)).toBeUndefined();
	expect(plainReader({ mode: 'path', value: raw })).toBeUndefined();
});

test.each([
	'={{ $json.missing }}',
	'={{ $json.path.length }}',
	'={{ $json.toString }}',
	'={{ $json.list }}',
	'={{ $json.list.length }}',
	'={{ $json.inner }}',
	'={{ $json.nothing }}',
	'={{ $json.nothing.x }}',
	'={{ $json.date }}',
	'=n: {{ $json.n }}',
	'=yes: {{ $json.yes }}',
	'=nothing: {{ $json.missing }}',
])('what %j is for this item is left to n8n', (raw) => {
	const read = plainReader(raw);
	expect(read).toBeDefined();
	expect([read?.(ITEM), read?.(undefined), read?.('text')]).toEqual([undefined, undefined, undefined]);
});
