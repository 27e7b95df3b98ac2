import type { Job } from '../../../src/n8n/execute/job';
import { readJob } from '../../../src/n8n/execute/readJob';
import { claimOf as claimOfJob } from '../../../src/n8n/execute/resourceClaims';
import { handlerOf } from '../../../src/handlers';
import { addLibraryMembers } from '../../../src/protocol/catalogue/enterpriseLibraryMember';
import { listFolder } from '../../../src/protocol/catalogue/libraryFiles';
import { upload } from '#transfer';
import { userMove } from '../../../src/protocol/catalogue/userPlaces';
import type { AnyOperation } from '../../../src/protocol/operation/define';

/* What the form of an item claims; what wire parameters claim by their fields: test/contract/claimOfWire.test.ts. */

const by = (mode: string, value: unknown) => ({ mode, value });
const BINARY = { data: { data: '', fileName: 'report.bin' }, photo: { data: '', fileName: 'photo.jpg' } };

function jobOf(op: AnyOperation, parameters: Readonly<Record<string, unknown>>, binary: object = BINARY): Job {
	const form = {
		timezone: () => 'Europe/Berlin',
		raw: () => null,
		get: (name: string, _item: number, fallback?: unknown) => parameters[name] ?? fallback,
	};
	const context = {
		getInputData: () => [{ json: {}, binary }],
		getWorkflowSettings: () => ({}),
		getNode: () => ({ type: 'test.fileLibrary' }),
	};
	return readJob({ context: context as never, progress: {} as never, form }, op, 0);
}
const claimOf = (job: Job) => claimOfJob(job, handlerOf(job.op));
const NO_SCOPE = '[]';

test.each<[string, AnyOperation, Record<string, unknown>, object]>([
	[
		'an upload is the path of the new file',
		upload,
		{ binaryPropertyName: 'data', folder: by('path', '/Up/') },
		{ scope: NO_SCOPE, paths: ['Up/report.bin'] },
	],
	[
		'an upload of several fields is the paths of all of them',
		upload,
		{ binaryPropertyName: 'data, photo', folder: by('path', '/') },
		{ paths: ['report.bin', 'photo.jpg'] },
	],
	[
		'an upload with a name of its own',
		upload,
		{ binaryPropertyName: 'data', folder: by('list', 'Up'), fileName: 'x.bin' },
		{ paths: ['Up/x.bin'] },
	],
	[
		'each member that was picked, so that items with one member in common keep their order',
		addLibraryMembers,
		{
			library: by('id', '7'),
			members: { rows: [{ member: by('list', '2') }, { member: by('id', 3) }] },
			role: by('id', '1'),
		},
		{ scope: '[["org_id","7"]]', paths: ['2', '3'] },
	],
])('%s', (_name, op, parameters, claim) => {
	expect(claimOf(jobOf(op, parameters))).toMatchObject(claim);
});

test('what a user copies under a new name has its own name first', () => {
	const copied = { library: by('id', '7'), file: by('path', 'a/x.txt'), destinationFolder: by('path', 'b') };
	const claim = claimOf(jobOf(userMove, { ...copied, newName: 'y.txt' }));
	expect(claim?.paths).toEqual(['a/x.txt', 'b/y.txt', 'b/x.txt']);
});

test('an operation that only reads claims nothing', () => {
	expect(claimOf(jobOf(listFolder, { folder: by('path', 'Docs') }))).toBeUndefined();
});

test('an upload without its binary field is refused before it waits for others', () => {
	const parameters = { binaryPropertyName: 'data', folder: by('path', 'Up') };
	expect(() => claimOf(jobOf(upload, parameters, {}))).toThrow('"data"');
});
