import { reference, type OperationEntry } from '../../contract/reference';
import { sweep, type SweptNode } from '../support/hostileSweep';
import { fullExample } from '../support/hostileValues';
import { nodes } from '../support/nodes';
import { actionNodes } from '../../contract/actionNodes';

/* Hostile values in every field of File Library User, in every mode: as in hostileValues.test.ts. */

const entries = reference().filter(({ node }) => node === 'fileLibraryUser');
const person = nodes({ service: 'strict', as: 'user' });

/** What only the answers of this server show to be wrong. */
const OTHER_NAMES: ReadonlyArray<readonly [operation: RegExp, start: string]> = [
	// It has an entry at every path and does not say where a copy is: then no new name can be given.
	[/(Copy|Move)$/, 'It was put into "Archive", but not renamed'],
	[/^userFolderDownloadZip$/, 'Maximum Size of All Files (Bytes): the files have'],
];

async function swept({ id, covers }: OperationEntry): Promise<SweptNode> {
	const { server } = person;
	const credentials = person.credential();
	// Without the place of what was placed, nothing could be given its new name (client facts 5.12).
	for (const placing of ['userFileCopy', 'userFileMove'])
		server.answers.set(placing, () => ({ fullpath: 'Archive/placed.txt', hash: 'placed' }));
	// As in hostileValues.test.ts: an archive that is a file is refused when the service has said so.
	if (id === 'userFolderMirror') server.answers.set('userFileInfo', { dir: 1 });
	else server.answers.delete('userFileInfo');
	const [file] = covers.includes('uploadPart') ? await person.file() : [];
	return {
		properties: actionNodes.fileLibraryUser.description.properties,
		otherNames: OTHER_NAMES.filter(([operation]) => operation.test(id)).map(([, start]) => start),
		...(file ? { input: file } : {}),
		run: async (parameters, items) =>
			await person.run(parameters, credentials, items, { onError: 'continueRegularOutput' }),
		sent: () => server.requests.map(({ operation, params }) => `${operation} ${JSON.stringify(params)}`),
		problems: () => server.problems(),
		// The token stays: nothing is sent for a value that is refused, not even to sign in.
		reset: () => void (server.requests.length = 0),
	};
}

test.each(entries.map((entry): [string, OperationEntry] => [entry.id, entry]))('%s', async (_id, entry) => {
	expect(await sweep(await swept(entry), fullExample(entry))).toEqual([]);
});
