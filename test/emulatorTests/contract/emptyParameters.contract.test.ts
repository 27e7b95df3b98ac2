import { shareClient } from '../testClient';
import { contractOf, operations, type ContractOperation } from '../../contract/contract';
import { EnterpriseTestClient } from '../enterpriseTestClient';
import { sha1, signFields, type Fields } from '../signing';
import { requests } from './requests';

/*
 * fact 1.7: a client sends everything it does not set as an empty parameter, and signs it. Lenient mode takes each
 * operation of the contract so, with every parameter that its request does not need.
 */

const file = { fullpath: 'Contracts/offer.pdf' };
const announced = { filehash: sha1('new'), filesize: 3 };

/** One request for each library file operation with only what it needs, in an order that they all can succeed in. */
const libraryFile: ReadonlyArray<readonly [string, Fields]> = [
	['libraryFileList', {}],
	['libraryFileInfo', file],
	['libraryFileSearch', { keywords: 'offer' }],
	['libraryFileUpdates', {}],
	['libraryFileUpdatesCount', { begin_dateline: 0, end_dateline: 1 }],
	['libraryFileHistory', file],
	['libraryFileStat', {}],
	['libraryFileCreateFolder', { fullpath: 'Empty' }],
	['libraryFileCreateFile', { fullpath: 'Empty/a.txt', ...announced }],
	['libraryFileUploadServers', {}],
	['libraryFileDownloadUrl', file],
	['libraryFilePreviewUrl', file],
	['libraryFilePreviewUrlAnnotated', { ...file, annotation: 'on', op_id: 1 }],
	['libraryFileCeditUrl', { fullpath: 'Reports/Summary.docx', op_id: 1 }],
	['libraryFileLink', file],
	['libraryFileLinks', {}],
	['libraryFileLinkClose', file],
	['libraryFileAddTag', { ...file, tag: 'x' }],
	['libraryFileDeleteTag', { ...file, tag: 'x' }],
	['libraryFileSetMetadata', { ...file, key: 'k', metadata: '{}' }],
	['libraryFileDeleteMetadata', { ...file, key: 'k' }],
	['libraryFileQueueStatus', { queue_id: '700001' }],
	['libraryFileSetPermissionInherit', { fullpath: 'Contracts', inherit: 1 }],
	['libraryFileGetPermission', { fullpath: 'Contracts', member_id: 1 }],
	['libraryFileGetAllPermission', { fullpath: 'Contracts' }],
	['libraryFileSetPermission', { fullpath: 'Contracts', permissions: '{"2":["file_read"]}' }],
	['libraryFileResetPermission', { fullpath: 'Contracts', members: '2' }],
	['permissionSet', { fullpath: 'Contracts', permissions: '{"member_ids":[2],"permission":{"role_id":2}}' }],
	['permissionSetInherit', { fullpath: 'Contracts', inherit: 1, keep: 1 }],
	[
		'permissionBatchSet',
		{ fullpaths: 'Contracts', type: 0, permissions: '{"member_ids":[2],"permission":{"role_id":2}}' },
	],
	['permissionGetMember', { fullpath: 'Contracts', member_id: 2 }],
	['permissionGetGroup', { fullpath: 'Contracts', group_id: 2 }],
	['permissionDelete', { fullpath: 'Contracts', ids: '{"member_ids":[2]}' }],
	['libraryFileCopy', { from_fullpath: 'Welcome.txt', fullpath: 'Empty/w.txt' }],
	['libraryFileCopyMany', { from_fullpaths: 'Welcome.txt', paths: 'Empty' }],
	['libraryFileMove', { fullpath: 'Empty/w.txt', dest_fullpath: 'Empty/v.txt' }],
	['libraryFileDelete', { fullpath: 'Empty/v.txt' }],
	['libraryFileRecycleList', {}],
	['libraryFileRecover', { fullpaths: 'Empty/v.txt' }],
	['libraryFileDelete', { fullpath: 'Empty/v.txt' }],
	['libraryFileDeleteCompletely', { fullpaths: 'Empty/v.txt' }],
];

const client = shareClient(EnterpriseTestClient, { strict: false, seedDemo: true }, (each) => each.signOn());

function identityOf({ credential }: ContractOperation): readonly [Fields, string] {
	const { enterprise, partner, library } = client.emulator;
	if (credential === 'org') return [{ org_client_id: library.orgClientId }, library.orgClientSecret];
	if (credential === 'token') return [{ token: client.token }, enterprise.clientSecret];
	const { clientId, clientSecret } = credential === 'partner' ? partner : enterprise;
	return [{ client_id: clientId }, clientSecret];
}

/** Parameters that are no question of empty or not: who calls, and what has a value in every client. */
const NEVER_EMPTY = ['sign', 'dateline', 'token', 'client_id'];

test.each([...requests, ...libraryFile])('%s %j with all other parameters empty', async (id, fields) => {
	const op = contractOf(id);
	const [identity, secret] = identityOf(op);
	const empty = [...op.parameters.keys()].filter((name) => !NEVER_EMPTY.includes(name));
	const all = { ...Object.fromEntries(empty.map((name) => [name, ''])), ...identity, ...fields };
	const form = signFields({ ...all, dateline: client.nowSeconds }, secret, op.unsigned);
	const { status, body } = await client.send(op.path, form, op.method);
	expect([status, body.error_msg]).toEqual([200, undefined]);
});

/** doc: how many signed operations the library file and permission families have. */
const DOCUMENTED = 39;

test('every signed library file operation of the document has its request here', () => {
	const signed = [...operations.values()].filter((op) => op.credential === 'org' && op.signed).map(({ id }) => id);
	const here = new Set(libraryFile.map(([id]) => id).filter((id) => signed.includes(id)));
	expect(here.size).toBeGreaterThanOrEqual(DOCUMENTED);
});
