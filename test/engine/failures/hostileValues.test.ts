import { reference, type OperationEntry } from '../../contract/reference';
import { sweep, type SweptNode } from '../support/hostileSweep';
import { fullExample } from '../support/hostileValues';
import { nodes } from '../support/nodes';
import { CLIENT } from '../support/strictServer';

/* Nonsense in every field of every operation, in every mode, is refused by name; what is taken is sent right. */

const strict = nodes({ service: 'strict' });
const { server } = strict;

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

async function swept({ id, node, covers }: OperationEntry): Promise<SweptNode> {
	const isUpload = covers.includes('uploadPart');
	const file = Buffer.from('bytes to upload');
	return {
		properties: strict.propertiesOf(node),
		otherNames: OTHER_NAMES[id] ?? [],
		// The password of an account with a slash or backslash is sent in a form that this server does not know.
		isLeftOut: (path, value) =>
			id === 'tokenIssue' && path === 'member' && typeof value === 'string' && /[\\/]/.test(value),
		isOncePerRun: ['directorySynchronize', 'permissionTableApply', 'libraryReadingWait'].includes(id),
		...(isUpload ? { input: await strict.engine.binaryItem(file, { fileName: 'report.bin' }) } : {}),
		run: async (parameters, items) =>
			await strict.run(node, { ...parameters }, items, { onError: 'continueRegularOutput' }),
		// A person signs in before anything else, which is no request about a value.
		sent: () =>
			server.requests
				.filter(({ operation }) => operation !== 'tokenIssue' || id === 'tokenIssue')
				.map(({ operation, params }) => `${operation} ${JSON.stringify(params)}`),
		problems: () => server.problems(),
		reset: () => {
			server.reset();
			const { orgClientId, orgClientSecret } = CLIENT;
			server.answers.set('orgBind', { org_client_id: orgClientId, org_client_secret: orgClientSecret });
			// Without the place of what was placed, nothing could be given its new name (client facts 5.12).
			for (const placing of ['userFileCopy', 'userFileMove'])
				server.answers.set(placing, () => ({ fullpath: 'Archive/placed.txt', hash: 'placed' }));
			// An archive that is a file is refused when the service has said so.
			if (id === 'libraryFolderMirror') server.answers.set('libraryFileInfo', { dir: 1 });
			if (id === 'userFolderMirror') server.answers.set('userFileInfo', { dir: 1 });
		},
	};
}

test.each(reference().map((entry): [string, OperationEntry] => [entry.id, entry]))('%s', async (_id, entry) => {
	expect(await sweep(await swept(entry), fullExample(entry))).toEqual([]);
});
