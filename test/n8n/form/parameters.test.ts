import { tryToParseDateTime } from 'n8n-workflow';
import { callerOf, type Context } from '../../../src/n8n/credentials/caller';
import { readDate, formOf } from '../../../src/n8n/form/readForm';
import { checkDate } from '../../../src/protocol/operation/check/date';
import { date } from '../../../src/protocol/operation/fields';

/** n8n's side: parameters as stored; `={{item}}` is an expression with the number of the item. */
function node(parameters: Record<string, unknown>) {
	const asked: string[] = [];
	const resolved = (value: unknown, item: number): unknown =>
		JSON.parse(JSON.stringify(value).replaceAll('={{item}}', String(item)));
	const getNodeParameter = (
		name: string,
		item: number,
		fallback: unknown,
		options: { rawExpressions?: boolean } = {},
	): unknown => {
		if (!options.rawExpressions) asked.push(`${name} ${item}`);
		if (!(name in parameters)) return fallback;
		return options.rawExpressions ? parameters[name] : resolved(parameters[name], item);
	};
	return { asked, form: formOf({ getNodeParameter, getTimezone: () => 'Europe/Berlin' } as never) };
}

test('a value without an expression is read once', () => {
	const { asked, form } = node({ file: { mode: 'path', value: 'a' }, zero: 0, no: false, empty: '' });
	expect([0, 1, 2].map((item) => form.get('file', item))).toEqual(Array(3).fill({ mode: 'path', value: 'a' }));
	expect(['zero', 'no', 'empty'].map((name) => [form.get(name, 0, 'x'), form.get(name, 1, 'x')])).toEqual([
		[0, 0],
		[false, false],
		['', ''],
	]);
	expect(asked).toEqual(['file 0', 'zero 0', 'no 0', 'empty 0']);
});

test.each([
	['text', '={{item}}', '1'],
	['inside an object', { mode: 'path', value: '={{item}}' }, { mode: 'path', value: '1' }],
	['inside a list', { rows: [{ a: 1 }, { b: '={{item}}' }] }, { rows: [{ a: 1 }, { b: '1' }] }],
])('an expression is resolved for each item: %s', (_name, value, expected) => {
	const { asked, form } = node({ p: value });
	form.get('p', 0);
	expect(form.get('p', 1)).toEqual(expected);
	expect(asked).toEqual(['p 0', 'p 1']);
});

test('a parameter that the node does not have is the fallback of each reader', () => {
	const { form } = node({ nothing: null });
	const values = [form.get('x', 0), form.get('x', 1, 5), form.get('x', 2, {}), form.get('nothing', 0, 7)];
	expect(values).toEqual([undefined, 5, {}, 7]);
});

test('an expression that n8n refuses is refused for every item', () => {
	const getNodeParameter = (_name: string, item: number, _fallback: unknown, options: object): unknown => {
		if ('rawExpressions' in options) return '={{ $json.path }}';
		throw new Error(`refused ${item}`);
	};
	const form = formOf({ getNodeParameter, getTimezone: () => 'UTC' } as never);
	expect(() => form.get('file', 0)).toThrow('refused 0');
	expect(() => form.get('file', 1)).toThrow('refused 1');
});

const DATA = { baseUrl: 'http://127.0.0.1:9', orgClientId: 'a', orgClientSecret: 'b' };
const contextWith = (credentials: (item: number) => Record<string, unknown>): Context =>
	({ helpers: {}, getCredentials: async (_type: string, item: number) => credentials(item) }) as never;

test('items share a caller as long as the credential has the same content', async () => {
	const context = contextWith((item) => ({ ...DATA, orgClientId: item === 2 ? 'other' : 'a' }));
	const [first, second, third, fourth] = [
		await callerOf(context, 'org', 0),
		await callerOf(context, 'org', 1),
		await callerOf(context, 'org', 2),
		await callerOf(context, 'org', 3),
	];
	expect(second).toBe(first);
	expect(fourth).toBe(first);
	expect([first, third].map(({ account }) => account())).toMatchObject([{ clientId: 'a' }, { clientId: 'other' }]);
	// Another run has its own.
	const other = contextWith(() => DATA);
	expect(await callerOf(other, 'org', 0)).not.toBe(first);
});

test('a credential that fails for one item is tried again for the next', async () => {
	const context = contextWith((item) => ({ ...DATA, orgClientSecret: item === 0 ? '' : 'b' }));
	await expect(callerOf(context, 'org', 0)).rejects.toThrow('Library Client Secret');
	expect((await callerOf(context, 'org', 1)).account()).toMatchObject({ clientId: 'a' });
});

/* A date of the form, in the time zone of the workflow. */

const help = 'h';
const TIME = date(help, { unit: 'seconds' });
const DAY = date(help, { unit: 'seconds', dayOnly: true });
const ZONE = 'America/New_York';

/** As `$now` of an expression, in a zone of its own. */
const inShanghai = (text: string): unknown => tryToParseDateTime(text, 'Asia/Shanghai');

const read = (field: typeof TIME, raw: unknown, zone = ZONE): string =>
	checkDate('From', field, readDate(field, raw, zone)).toISOString();

test.each<[unknown, string]>([
	['2026-12-31T18:00:00', '2026-12-31T23:00:00.000Z'],
	['2026-07-01 18:00', '2026-07-01T22:00:00.000Z'],
	['2026-12-31', '2026-12-31T05:00:00.000Z'],
	['2026-12-31T18:00:00+01:00', '2026-12-31T17:00:00.000Z'],
	[inShanghai('2026-12-31T18:00:00'), '2026-12-31T10:00:00.000Z'],
	[new Date('2026-12-31T18:00:00Z'), '2026-12-31T18:00:00.000Z'],
	['1798740000', '2026-12-31T18:00:00.000Z'],
])('%p', (raw, expected) => expect(read(TIME, raw)).toBe(expected));

test.each<[unknown, string]>([
	['2026-12-31T23:30:00', '2026-12-31'],
	['2026-12-31T23:30:00-08:00', '2026-12-31'],
	[inShanghai('2026-12-31T23:30:00'), '2026-12-31'],
	// A time of JavaScript has no zone of its own: it is that of the workflow.
	[new Date('2027-01-01T02:00:00Z'), '2026-12-31'],
])('the day of %p', (raw, expected) => expect(read(DAY, raw)).toBe(`${expected}T00:00:00.000Z`));
