import { reference, type OperationEntry } from '../../contract/reference';
import { sweep, type SweptNode } from '../support/hostileSweep';
import { fullExample } from '../support/hostileValues';
import { nodes } from '../support/nodes';
import { CLIENT } from '../support/strictServer';

/*
 * Hostile values in every field of every operation, in every mode: what makes no sense is refused with the name of the
 * field before anything is sent, and what is taken is sent right. File Library User is in hostileUserValues.test.ts,
 * the triggers in hostileTriggerValues.test.ts.
 */

const entries = reference().filter(({ node }) => node !== 'fileLibraryUser');
const strict = nodes({ service: 'strict' });
const { server } = strict;

/** Errors about several fields, and about a description of the directory, which has names of its own. */
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
};

async function swept({ id, node, covers }: OperationEntry): Promise<SweptNode> {
	const isUpload = covers.includes('uploadPart');
	const file = Buffer.from('bytes to upload');
	const signsIn = id === 'tokenIssue';
	return {
		properties: strict.propertiesOf(node),
		otherNames: OTHER_NAMES[id] ?? [],
		// The password of an account with a slash or backslash is sent in a form that this server does not know.
		isLeftOut: (path, value) => signsIn && path === 'member' && typeof value === 'string' && /[\\/]/.test(value),
		isOncePerRun: ['directorySynchronize', 'permissionTableApply', 'libraryReadingWait'].includes(id),
		...(isUpload ? { input: await strict.engine.binaryItem(file, { fileName: 'report.bin' }) } : {}),
		run: async (parameters, items) =>
			await strict.run(node, { ...parameters }, items, { onError: 'continueRegularOutput' }),
		sent: () => server.requests.map(({ operation, params }) => `${operation} ${JSON.stringify(params)}`),
		problems: () => server.problems(),
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

test.each(entries.map((entry): [string, OperationEntry] => [entry.id, entry]))('%s', async (_id, entry) => {
	expect(await sweep(await swept(entry), fullExample(entry))).toEqual([]);
});
