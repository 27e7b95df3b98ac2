import { call, type Caller } from '../../../src/client/service/call';
import { allEntries } from '../../../src/client/paging/pages';
import { libraryFileInfo, listFolder } from '../../../src/protocol/catalogue/libraryFiles';
import { type In, operation, ownOperation, type Out, returns } from '../../../src/protocol/operation/define';
import type { ListAnswer } from '../../../src/protocol/wire/json';
import { choice, date, flag, int, list, multi, ref, required, text } from '../../../src/protocol/operation/fields';

/* Types are inferred from the fields; `npx tsc` fails when an error below stops being one. */

const a = { label: 'A' };
const op = ownOperation({
	id: 't',
	resource: 'r',
	operation: 'o',
	name: 'O',
	action: 'A',
	summary: 's',
	route: 'POST /x',
	credential: 'org',
	repeatable: true,
	input: {
		name: required(text({ help: 'h' })),
		size: int({ help: 'h', default: 1 }),
		deep: flag({ help: 'h', off: '0' }),
		since: date({ help: 'h', unit: 'seconds' }),
		kind: choice({ help: 'h', default: 'one', choices: { one: a, two: a } }),
		kinds: multi({ help: 'h', form: ',', choices: { one: a, two: a } }),
		tags: required(list({ claims: 'scope', help: 'h', form: ';', of: 'text', button: 'b' })),
		file: ref({
			claims: 'scope',
			help: 'h',
			modes: { path: { label: 'P', wire: 'fullpath' }, id: { label: 'I', wire: 'hash' } },
		}),
	},
	output: returns<{ hash: string }>(),
	example: {},
});
type Given = In<typeof op>;
const given = (input: Given): Given => input;
const base = { name: 'n', tags: ['t'] };

test('what is correct compiles', () => {
	const full = given({
		...base,
		size: 0,
		deep: false,
		since: new Date(0),
		kind: 'two',
		kinds: ['one'],
		file: { by: 'path', value: 'a' },
	});
	const answer: Out<typeof op> = { hash: 'h' };
	expect([full.file?.by, answer.hash]).toEqual(['path', 'h']);
});

test('what is wrong does not compile', () => {
	// @ts-expect-error a required field is missing
	given({ name: 'n' });
	// @ts-expect-error a field that is not declared
	given({ ...base, surprise: 1 });
	// @ts-expect-error text for a number
	given({ ...base, size: '1' });
	// @ts-expect-error a number for a flag
	given({ ...base, deep: 1 });
	// @ts-expect-error text for a date
	given({ ...base, since: '2026-01-01' });
	// @ts-expect-error an unknown choice
	given({ ...base, kind: 'three' });
	// @ts-expect-error an unknown choice of several
	given({ ...base, kinds: ['three'] });
	// @ts-expect-error one value for a list
	given({ ...base, tags: 't' });
	// @ts-expect-error a mode the locator does not have
	given({ ...base, file: { by: 'tag', value: 'a' } });
	// @ts-expect-error two ways at once cannot be said
	given({ ...base, file: { by: 'path', value: 'a', hash: 'b' } });
	// @ts-expect-error an explicit undefined is not "absent"
	given({ ...base, size: undefined });
	// @ts-expect-error the answer has no such field
	const wrong: Out<typeof op> = { id: 1 };
	// @ts-expect-error the start value is one of the choices
	choice({ help: 'h', default: 'three', choices: { one: a, two: a } });
	// @ts-expect-error a route has a method and a path
	ownOperation({ ...op, route: 'm-open/1/file/ls' });
	expect(wrong).toBeDefined();
});

test('what the contract says of an operation is not said again', () => {
	const declared = { resource: 'r', operation: 'o', action: 'A', summary: 's', input: {}, example: {} } as const;
	expect(operation('libraryFileCopy', declared)).toMatchObject({
		id: 'libraryFileCopy',
		route: 'POST /m-open/1/file/copy',
		credential: 'org',
	});
	// @ts-expect-error a credential besides
	operation('libraryFileCopy', { ...declared, credential: 'org' });
	// @ts-expect-error the contract has no such operation
	operation('libraryFileArchive', declared);
	// @ts-expect-error a request of an upload is no operation
	operation('uploadPart', declared);
});

test('a field that can name what is changed does not compile without saying what it claims', () => {
	const help = 'h';
	// @ts-expect-error a locator
	ref({ help, modes: { path: { label: 'P', wire: 'fullpath' } } });
	// @ts-expect-error a list
	list({ help, form: ';', of: 'text', button: 'b' });
	// @ts-expect-error a text that is a path
	text({ help, path: true });
	// @ts-expect-error a claim that does not exist
	text({ help, claims: 'everything' });
	// Other texts may claim something or not.
	expect([text({ help }).claims, text({ help, claims: 'scope' }).claims]).toEqual([undefined, 'scope']);
});

test('wrap and simplify take the answer and one entry of it', () => {
	const { wrap: _wrap, simplify: _simplify, paging: _paging, ...plain } = op;
	const entries = { ...plain, output: returns<ListAnswer<{ name: string }>>() };
	ownOperation({ ...entries, simplify: ({ name }) => ({ name }) });
	// @ts-expect-error an entry has no such field
	ownOperation({ ...entries, simplify: ({ title }) => ({ title }) });
	ownOperation({ ...plain, simplify: ({ hash }) => ({ hash }) });
	// @ts-expect-error the answer is an object
	ownOperation({ ...plain, wrap: (answer: string[]) => ({ answer }) });
	const wrapped = ownOperation({ ...plain, wrap: ({ hash }) => [{ id: hash }], simplify: ({ id }) => ({ id }) });
	// @ts-expect-error simplify takes what wrap makes
	ownOperation({ ...plain, wrap: ({ hash }) => [{ id: hash }], simplify: ({ hash }) => ({ hash }) });
	expect(wrapped.wrap?.({ hash: 'h' }, {}, { name: '', tags: [] })).toEqual([{ id: 'h' }]);
	ownOperation({ ...plain, wrap: (_answer, _sent, { name }) => ({ name }) });
	// @ts-expect-error the form has no such field
	ownOperation({ ...plain, wrap: (_answer, _sent, { title }) => ({ title }) });
});

test('paging names what identifies an entry, by fields that it has', () => {
	const { wrap: _wrap, simplify: _simplify, paging: _paging, ...plain } = op;
	const entries = { ...plain, output: returns<ListAnswer<{ name: string; at: number }>>() };
	const page = { kind: 'offset', pageSize: 100 } as const;
	ownOperation({ ...entries, paging: { ...page, keyFields: ['name'] } });
	ownOperation({ ...entries, paging: { ...page, keyFields: 'none', log: { order: 'o', end: 'e', time: 'at' } } });
	// @ts-expect-error nothing tells entries apart
	ownOperation({ ...entries, paging: page });
	// @ts-expect-error no field at all
	ownOperation({ ...entries, paging: { ...page, keyFields: [] } });
	// @ts-expect-error an entry has no such field
	ownOperation({ ...entries, paging: { ...page, keyFields: ['title'] } });
	// @ts-expect-error a log has an order
	ownOperation({ ...entries, paging: { ...page, keyFields: 'none' } });
	expect(page.pageSize).toBe(100);
});

test('a call returns the type that the catalogue declares', () => {
	/* Only compiled: nothing is sent. */
	const ask = async (caller: Caller): Promise<string> => {
		const info = await call(caller, libraryFileInfo, { fullpath: 'a' });
		const name: string = info.filename;
		// @ts-expect-error the service need not send it
		const checksum: string = info.filehash;
		// @ts-expect-error no such field in the document
		const wrong: unknown = info.size;
		const [entry] = await allEntries(caller, listFolder, { fullpath: '' });
		const hash: string | undefined = entry?.hash;
		// @ts-expect-error a list of entries, not of texts
		const text: string | undefined = entry;
		return [name, checksum, wrong, hash, text].join();
	};
	expect(typeof ask).toBe('function');
});
