import { FileLibrary } from '../../../nodes/FileLibrary/FileLibrary.node';
import { FileLibraryAdmin } from '../../../nodes/FileLibraryAdmin/FileLibraryAdmin.node';
import { outputNotices } from '../../../src/n8n/form/nodeForms';
import { userOperations } from '../../../src/protocol/catalogue';

/* What n8n shows in the output panel before a run. */

test.each([
	['File Library', new FileLibrary(), ['recycleBin delete'], ['file delete', 'file get']],
	['File Library Admin', new FileLibraryAdmin(), ['library delete', 'member delete'], ['library getMany']],
])('%s warns of operations that always delete for good, and of no others', (_name, { description }, named, others) => {
	const [hint, ...more] = description.hints ?? [];
	expect([hint?.whenToDisplay, hint?.location, more]).toEqual(['beforeExecution', 'outputPane', []]);
	for (const name of named) expect(hint?.displayCondition).toContain(`"${name}"`);
	for (const name of others) expect(hint?.displayCondition).not.toContain(`"${name}"`);
});

test('a node without such operations has no hints', () => {
	expect(outputNotices(userOperations).hints).toEqual([]);
});
