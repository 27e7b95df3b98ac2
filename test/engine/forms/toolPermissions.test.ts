import { FileNodes } from '../support/fileNodes';
import { by } from '../support/library';
import { shareWorld } from '../support/world';

/* What an AI model must not decide alone. */

const nodes = shareWorld(new FileNodes());

describe('what a model must not decide alone', () => {
	const remove = (path: string) => {
		return { resource: 'file', operation: 'delete', file: by('path', path), options: { destroy: true } };
	};

	test.each([
		['off', {}],
		['an expression', { allowPermanentDeletion: '={{ true }}' }],
		['a word of the model', { allowPermanentDeletion: '={{ $json.yes }}' }],
	])('is refused before anything is sent while the switch is %s', async (_name, allow) => {
		const before = nodes.emulator.requests.length;
		const form = { ...remove('Contracts/offer.txt'), ...allow };
		const { error } = await nodes.callTool('fileLibrary', form, { yes: true });
		expect(error?.message).toMatch(/^This deletes for good, and the owner of the workflow has not allowed a model/);
		expect(error?.message).toMatch(/Do not try again.*"Allow Permanent Deletion" in the tool "N"/);
		expect(nodes.emulator.requests.slice(before)).toEqual([]);
	});

	test('is done while the switch is on', async () => {
		nodes.seedFile('Doomed/allowed.txt', 'x');
		const form = { ...remove('Doomed/allowed.txt'), allowPermanentDeletion: true };
		const { items, error } = await nodes.callTool('fileLibrary', form);
		expect(error).toBeUndefined();
		expect(items[0]?.json).toMatchObject({ fullpath: 'Doomed/allowed.txt' });
	});

	const plan = { dryRun: false };
	const mirror = { sourceFolder: by('path', 'Contracts'), targetFolder: by('path', 'Doomed/Mirror'), ...plan };
	const table = JSON.stringify([{ fullpath: 'Contracts', member_id: 3, granted: ['ls'] }]);
	const bulk =
		/^This deletes, closes, changes or downloads many things at once, .*"Allow Bulk Changes" in the tool "N"/;
	test.each([
		['recycleBin', 'delete', { file: by('path', 'Reports/trash.txt') }, /deletes for good/],
		['file', 'getUploadKey', { path: 'Reports/a.txt' }, /returns a secret.*Allow Secrets/],
		['folder', 'mirror', mirror, bulk],
		['link', 'closeMany', { ...plan, filters: { neverExpires: true } }, bulk],
		['folder', 'downloadZip', { folder: by('path', 'Contracts') }, bulk],
		[
			'file',
			'deleteByTag',
			{ tags: 'obsolete', options: { destroy: true } },
			/"Allow Bulk Changes" and "Allow Permanent Deletion" in the tool "N"/,
		],
		[
			'file',
			'deleteByTag',
			{ tags: 'obsolete', options: { destroy: true }, allowBulkChanges: true },
			/^This deletes for good, .* turn on "Allow Permanent Deletion" in the tool "N"/,
		],
		['permission', 'applyTable', { ...plan, source: 'json', table }, bulk],
	])('%s: %s', async (resource, operation, parameters, message) => {
		const before = nodes.emulator.requests.length;
		const { error } = await nodes.callTool('fileLibrary', { resource, operation, ...parameters });
		expect(error?.message).toMatch(message);
		expect(nodes.emulator.requests.slice(before)).toEqual([]);
	});

	test.each([
		['folder', 'mirror', { ...mirror, deleteExtra: true, dryRun: true }],
		['folder', 'mirror', { ...mirror, deleteExtra: true, allowBulkChanges: true }],
		['link', 'closeMany', { filters: { neverExpires: true } }],
		['permission', 'applyTable', { source: 'json', table }],
	])('%s: %s as a dry run, and with the switch on, is done: %p', async (resource, operation, parameters) => {
		const form = { resource, operation, planOutput: 'summary', ...parameters };
		const { items, error } = await nodes.callTool('fileLibrary', form);
		expect(error).toBeUndefined();
		expect(items.some(({ json }) => json.status !== undefined)).toBe(true);
	});

	test('a person mirrors by the same rule', async () => {
		const folder = { resource: 'folder', operation: 'mirror', sourceLibrary: by('id', '2101') };
		const { error } = await nodes.callTool('fileLibraryUser', { ...folder, ...mirror, deleteExtra: true });
		expect(error?.message).toMatch(bulk);
	});

	test('Wait for Reading is refused as a tool, and nothing is sent', async () => {
		const before = nodes.emulator.requests.length;
		const { error } = await nodes.callTool('fileLibrary', { resource: 'file', operation: 'waitForReading' });
		expect(error?.message).toMatch(/^Operation: Wait for Reading cannot be used as a tool\. Use it as a node /);
		expect(nodes.emulator.requests.slice(before)).toEqual([]);
	});
});
