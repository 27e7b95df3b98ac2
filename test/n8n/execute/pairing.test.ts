import { catalogue } from '../../../src/entries';
import { handlerOf } from '../../../src/handlers';
import { type Handler, outputItem, type HandlerFor, handlersFor, handles } from '../../../src/n8n/execute/job';
import { plainOperation } from '../../../src/n8n/execute/plainOperation';
import { getLoginUrl } from '../../../src/protocol/catalogue/signOn';
import { allFields } from '../../../src/protocol/wire/json';
import { getUploadKey, listFolder } from '../../../src/protocol/catalogue/libraryFiles';

const wanting = <I>(): Handler<I> => ({ run: async () => [] });

test('a handler that reads an input which the operation has compiles, and any other does not', () => {
	const folder = wanting<{ readonly recursive?: boolean }>();
	expect(handles(listFolder, folder)).toEqual({ id: 'libraryFileList', handler: folder });
	// @ts-expect-error The list of a folder has no such field.
	handles(listFolder, wanting<{ readonly sourceFolder: string }>());
	// @ts-expect-error It has this field with another type.
	handles(listFolder, wanting<{ readonly recursive: string }>());
});

test('a handler that makes the items which the operation declares compiles, and any other does not', () => {
	const url = 'https://files.example.com/login';
	const right: HandlerFor<typeof getLoginUrl> = { run: async () => [outputItem<{ url: string }>({ url })] };
	expect(handles(getLoginUrl, right)).toEqual({ id: getLoginUrl.id, handler: right });
	// @ts-expect-error Its items have another field.
	handles(getLoginUrl, { run: async () => [outputItem<{ address: string }>({ address: url })] });
	// @ts-expect-error The field of its items is never null.
	handles(getLoginUrl, { run: async () => [outputItem<{ url: string | null }>({ url })] });
	// @ts-expect-error A field is missing.
	outputItem<{ url: string }>({});
	// @ts-expect-error An item has a type.
	outputItem({ url });
	// @ts-expect-error An optional field has another name.
	allFields<{ warning?: string }>({ warnings: 'none' });
});

test('a special operation without a handler, a plain one with one, and two handlers are errors at the start', () => {
	const pairing = handles(listFolder, wanting());
	expect(() => handlersFor([listFolder], plainOperation, [])).toThrow('libraryFileList');
	expect(() =>
		handlersFor([listFolder, getUploadKey], plainOperation, [pairing, handles(getUploadKey, wanting())]),
	).toThrow(getUploadKey.id);
	expect(() => handlersFor([listFolder], plainOperation, [pairing, pairing])).toThrow('exactly one handler');
});

test('every special operation of the package has its handler, and all others are one call or one list', () => {
	const special = catalogue.filter((op) => op.special);
	expect(special.length).toBeGreaterThan(30);
	for (const op of catalogue) expect([op.id, handlerOf(op) === plainOperation]).toEqual([op.id, op.special !== true]);
});
