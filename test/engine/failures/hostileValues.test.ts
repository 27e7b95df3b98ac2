import { actionNodes } from '../../contract/actionNodes';
import { reference, type OperationEntry } from '../../contract/reference';
import { sweep, type SweptNode } from '../support/hostileSweep';
import { fullExample } from '../support/hostileValues';
import { nodes } from '../support/nodes';
import { CLIENT, type StrictServer } from '../support/strictServer';

/*
 * Hostile values in every field of every operation, in every mode: what makes no sense is refused with the name of the
 * field before anything is sent, and what is taken is sent right. The triggers are in hostileTriggerValues.test.ts.
 */

const strict = nodes({ service: 'strict' });
const person = nodes({ service: 'strict', as: 'user' });

/** Errors about several fields, about a description of the directory, or what only the answers of the server show. */
const OTHER_NAMES: Readonly<Record<string, readonly string[]>> = {
	entSetMember: ['at least one field to update: '],
	entSetGroup: ['at least one field to update: '],
	// Nobody has made a link before.
	libraryReadingWait: ['No reading link was made'],
	libraryReadingClose: ['Reading Link'],
	permissionSet: ['permission to grant, to deny or to unset'],
	directorySynchronize: ['Type', 'Directory, row 2', 'Deletion Limit'],
	// This server keeps nothing, so a change that is made has no effect. Without a choice the rows are the items.
	permissionTableApply: ['The service took the permissions', 'fullpath'],
	// It has an entry at every path and does not say where a copy is: then no new name can be given.
	userFileCopy: ['It was put into "Archive", but not renamed'],
	userFileMove: ['It was put into "Archive", but not renamed'],
	userFolderCopy: ['It was put into "Archive", but not renamed'],
	userFolderMove: ['It was put into "Archive", but not renamed'],
	userFolderDownloadZip: ['Maximum Size of All Files (Bytes): the files have'],
};
const ONCE_PER_RUN = ['directorySynchronize', 'permissionTableApply', 'libraryReadingWait'];

/** What is the same for all nodes. */
const sweptBy = ({ id, node }: OperationEntry, server: StrictServer) => ({
	properties: actionNodes[node as keyof typeof actionNodes].description.properties,
	otherNames: OTHER_NAMES[id] ?? [],
	isOncePerRun: ONCE_PER_RUN.includes(id),
	sent: () => server.requests.map(({ operation, params }) => `${operation} ${JSON.stringify(params)}`),
	problems: () => server.problems(),
});
const isUpload = ({ covers }: OperationEntry): boolean => covers.includes('uploadPart');

async function byAccount(entry: OperationEntry): Promise<SweptNode> {
	const { id, node } = entry;
	const { server } = strict;
	const file = Buffer.from('bytes to upload');
	return {
		...sweptBy(entry, server),
		// The password of an account with a slash or backslash is sent in a form that this server does not know.
		isLeftOut: (path, value) =>
			id === 'tokenIssue' && path === 'member' && typeof value === 'string' && /[\\/]/.test(value),
		...(isUpload(entry) ? { input: await strict.engine.binaryItem(file, { fileName: 'report.bin' }) } : {}),
		run: async (parameters, items) =>
			await strict.run(node, { ...parameters }, items, { onError: 'continueRegularOutput' }),
		reset: () => {
			server.reset();
			server.answers.set('orgBind', {
				org_client_id: CLIENT.orgClientId,
				org_client_secret: CLIENT.orgClientSecret,
			});
			// An archive that is a file is refused when the service has said so.
			if (id === 'libraryFolderMirror') server.answers.set('libraryFileInfo', { dir: 1 });
		},
	};
}

async function byPerson(entry: OperationEntry): Promise<SweptNode> {
	const { server } = person;
	const credentials = person.credential();
	// Without the place of what was placed, nothing could be given its new name (client facts 5.12).
	for (const placing of ['userFileCopy', 'userFileMove'])
		server.answers.set(placing, () => ({ fullpath: 'Archive/placed.txt', hash: 'placed' }));
	if (entry.id === 'userFolderMirror') server.answers.set('userFileInfo', { dir: 1 });
	const [file] = isUpload(entry) ? await person.file() : [];
	return {
		...sweptBy(entry, server),
		...(file ? { input: file } : {}),
		run: async (parameters, items) =>
			await person.run(parameters, credentials, items, { onError: 'continueRegularOutput' }),
		// The token stays: nothing is sent for a value that is refused, not even to sign in.
		reset: () => void (server.requests.length = 0),
	};
}

test.each(reference().map((entry): [string, OperationEntry] => [entry.id, entry]))('%s', async (_id, entry) => {
	const swept = await (entry.node === 'fileLibraryUser' ? byPerson : byAccount)(entry);
	expect(await sweep(swept, fullExample(entry))).toEqual([]);
});
