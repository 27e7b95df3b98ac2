import { catalogue } from '../../../src/entries';
import { handlerOf } from '../../../src/handlers';
import type { Handler } from '../../../src/n8n/execute/job';
import { handlersFor, handles } from '../../../src/n8n/execute/pairing';
import { plainOperation } from '../../../src/n8n/execute/plainOperation';
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

test('a special operation without a handler, a plain one with one, and two handlers are errors at the start', () => {
	const pairing = handles(listFolder, wanting());
	expect(() => handlersFor([listFolder], [])).toThrow('libraryFileList');
	expect(() => handlersFor([listFolder, getUploadKey], [pairing, handles(getUploadKey, wanting())])).toThrow(
		getUploadKey.id,
	);
	expect(() => handlersFor([listFolder], [pairing, pairing])).toThrow('exactly one handler');
});

test('every special operation of the package has its handler, and all others are one call or one list', () => {
	const special = catalogue.filter((op) => op.special);
	expect(special.length).toBeGreaterThan(30);
	for (const op of catalogue) expect([op.id, handlerOf(op) === plainOperation]).toEqual([op.id, op.special !== true]);
});
