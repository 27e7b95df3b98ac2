import type { OperationEntry } from '../../contract/reference';
/* Values that nobody means to enter and expressions resolve to all the same. */

/** A name for the report, and the value. */
export type Hostile = readonly [name: string, value: unknown];

const nested = (depth: number): unknown => (depth === 0 ? 'x' : [nested(depth - 1)]);

/** Values that say nothing in any field but JSON: always refused. */
export const NONSENSE: readonly Hostile[] = [
	['the first half of a character', 'a\ud83d'],
	['the second half of a character', '\ude00b'],
	['the halves of a character the wrong way round', 'a\ude00\ud83db'],
	['NUL', 'a\u0000b'],
	['a control character', 'a\u001bb'],
	['no number', NaN],
	['infinity', Infinity],
	['less than everything', -Infinity],
	['an object', { a: 1 }],
	['an object without a prototype of use', { toString: 1, valueOf: 2 }],
	['lists inside each other', nested(20)],
	['a list of objects', [{}]],
	['a list of nothing', [null]],
	['a number that is not exact', 2 ** 60],
	['very long text', 'x'.repeat(70_000)],
	['very long text of wide characters', '合'.repeat(30_000)],
	['a date that is none', new Date(NaN)],
];

/** Values that some fields take, as text, as number, or as "nothing entered". Whatever they send has to be right. */
export const DOUBTFUL: readonly Hostile[] = [
	['undefined', undefined],
	['null', null],
	['an empty text', ''],
	['blanks', '   '],
	['separators', ';;'],
	['other separators', '||'],
	['commas', ',,'],
	['slashes', '//'],
	['the root', '/'],
	['an empty part', 'a//b'],
	['the folder above', '../a'],
	['a line break', 'a\nb'],
	['an empty list', []],
	['a list of an empty text', ['']],
	['an empty object', {}],
	['minus one', -1],
	['minus zero', -0],
	['a fraction', 0.1 + 0.2],
	['a huge number', 1e300],
	['true', true],
	['a name that every object has', '__proto__'],
	['another one', 'constructor'],
	['a day that does not exist', '2026-02-31'],
	['a month that does not exist', '2026-13-01T00:00:00Z'],
	['a date in digits', 20_260_329],
	['the same as text', '20260329'],
	['a date of a country', '31/12/2026'],
	['a date', new Date('2096-03-04T05:06:07Z')],
	['a time before Unix', '1969-12-31T23:00:00Z'],
	['a time after all', '+275760-09-13T00:00:00Z'],
	['number words', '0x10'],
	['a number with an exponent', '1e3'],
	['full-width digits', '１２'],
	['broken JSON', '["a"'],
	['JSON of a list', '["a","b"]'],
	['JSON with half of a character', '{"a":"\\ud800"}'],
	['an expression that was not resolved', '{{ $json.x }}'],
	['markup', '<script>alert(1)</script>'],
	['what a header would end with', 'a\r\nx-evil: 1'],
	['percent signs', '%00%2F%zz'],
	['a mark that reorders text', 'a\u202eb'],
	['composed and decomposed', 'e\u0301 é 合同 😀'],
];

/** The example of an operation, with its subfolders where it has that choice: some filters count only then. */
export const fullExample = ({
	example,
	fields,
}: Pick<OperationEntry, 'example' | 'fields'>): Readonly<Record<string, unknown>> =>
	fields.some(({ path }) => path === 'recursive') ? { ...example, recursive: true } : example;
