import { isDeepStrictEqual } from 'node:util';
import type { IDataObject, IExecuteFunctions, INodeExecutionData, INodeType } from 'n8n-workflow';
import { formOf } from '../../../src/n8n/form/parameters';
import { createEngine } from '../support/engine';

/* A form resolves every expression for every item as n8n itself does, and asks n8n for some of them only. */

/** Items of all kinds of values, as texts, numbers, nothing and what is none of the item's own. */
const ITEMS: IDataObject[] = [
	{ a: 'Docs/a.txt', 'two words': 'b', inner: { name: 'c', list: [1, 2] }, n: 1 },
	{ a: 'x', 'two words': '', inner: { name: 'ü€😀' }, n: 0 },
	{ a: '={{ $json.n }}', 'two words': '{{ $json.n }}', inner: { name: '\\' }, n: false },
	{ a: 5, 'two words': true, inner: { name: 1.5 }, n: 'text' },
	{ a: null, 'two words': ['l'], inner: 'text', n: null },
	{},
	{ a: { b: 1 }, inner: { name: { toString: 'x' } }, constructor: 'own', toString: 'own' },
	{ a: 'last', 'two words': 'b', inner: { name: 'c' }, n: 2 },
];

const EXPRESSIONS: readonly string[] = [
	...['={{ $json.a }}', '={{$json.a}}', '={{ $json["two words"] }}', "={{ $json['inner'].name }}", '={{ $json.n }}'],
	...['={{ $json.inner.name }}', '=Docs/{{ $json.a }}.txt', '={{ $json.a }} ', '= {{ $json.a }}', '={{ $json.a }}\n'],
	...[
		'={{ $json.a }}{{ $json.n }}',
		'=n {{ $json.n }}',
		'={{ $json.missing }}',
		'=x {{ $json.missing }} y',
		'=',
		'=text',
	],
	...['={{ $json.inner.list }}', '={{ $json.inner }}', '={{ $json.a.length }}', '={{ $json.toString }}'],
	...['={{ $json.constructor }}', '={{ $json["constructor"] }}', '={{ $json.__proto__ }}', '={{ $json.inner.x.y }}'],
	...['={{ $json.a.toUpperCase() }}', '={{ $itemIndex }}', '={{ $json.a + $json.n }}', '={{ $input.item.json.a }}'],
	...['={{ $json.a', '={{ $json.a }} }}', '=\\{{ $json.a }}', '=a\\\\{{ $json.a }}', '={{ /* $json */ $json.a }}'],
];

/** What a reading gives, or the message of what it throws. */
function outcome(read: () => unknown): { value?: unknown; error?: string } {
	try {
		return { value: read() };
	} catch (error) {
		return { error: (error as Error).message };
	}
}

type Compared = readonly [text: string, asked: number, differing: readonly number[]];

/** Reads each parameter for all items by a form and by n8n. */
function compared(context: IExecuteFunctions): Compared[] {
	const items = context.getInputData().map((_, item) => item);
	return EXPRESSIONS.map((text, n) => {
		let asked = 0;
		const form = formOf({
			getInputData: context.getInputData.bind(context),
			getTimezone: context.getTimezone.bind(context),
			getNodeParameter: ((name: string, item: number, fallback: undefined, options: object) => {
				if (!('rawExpressions' in options)) asked++;
				return context.getNodeParameter(name, item, fallback, options);
			}) as IExecuteFunctions['getNodeParameter'],
		});
		const differing = items.filter((item) => {
			const ours = outcome(() => form.get(`p${n}`, item, undefined));
			const theirs = outcome(() => context.getNodeParameter(`p${n}`, item, null, { skipValidation: true }));
			return !isDeepStrictEqual(ours, {
				...theirs,
				...('value' in theirs ? { value: theirs.value ?? undefined } : {}),
			});
		});
		return [text, asked, differing];
	});
}

let results: Compared[] = [];
const comparing = (): INodeType => ({
	description: {
		displayName: 'Comparing',
		name: 'comparing',
		group: [],
		version: 1,
		description: '',
		defaults: {},
		inputs: ['main'],
		outputs: ['main'],
		properties: EXPRESSIONS.map((_, n) => ({ displayName: `P${n}`, name: `p${n}`, type: 'string', default: '' })),
	},
	async execute(this: IExecuteFunctions) {
		results = compared(this);
		return [[]];
	},
});

beforeAll(async () => {
	const engine = await createEngine();
	const items: INodeExecutionData[] = ITEMS.map((json) => ({ json }));
	const parameters = Object.fromEntries(EXPRESSIONS.map((text, n) => [`p${n}`, text]));
	const { error } = await engine.run({ node: engine.register(comparing()), parameters, items });
	if (error) throw error;
});

test('every expression gives for every item what n8n gives', () => {
	expect(results.map(([text]) => text)).toEqual(EXPRESSIONS);
	expect(results.filter(([, , differing]) => differing.length > 0)).toEqual([]);
});

test('n8n is asked once for the items that have the field, and for each of the others', () => {
	const asked = Object.fromEntries(results.map(([text, times]) => [text, times]));
	expect(asked).toMatchObject({
		// The first item, and those with null, without it, and with an object in its place.
		'={{ $json.a }}': 4,
		// Where there are numbers in a text, too.
		'=Docs/{{ $json.a }}.txt': 5,
		'={{ $json.missing }}': ITEMS.length,
		'={{ $itemIndex }}': ITEMS.length,
		'={{ $json.a.toUpperCase() }}': ITEMS.length,
		'=text': 1,
	});
});
