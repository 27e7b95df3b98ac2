import { FILE_NODES, FileNodes } from '../support/fileNodes';
import { by } from '../support/library';
import { shareWorld } from '../support/world';

/* What an earlier version had elsewhere in the form works in workflows that were saved with it. */

const nodes = shareWorld(new FileNodes());
beforeAll(async () => {
	for (const path of ['P/a.pdf', 'P/b.txt', 'P/~$c.pdf']) nodes.seedFile(path, path);
});

const LIST = { resource: 'folder', operation: 'getMany', folder: by('path', 'P'), returnAll: true };

test.each(FILE_NODES)('%s: patterns that were in a set of their own', async (node) => {
	const namesBy = async (filters: object): Promise<unknown[]> =>
		(await nodes.run(node, { ...LIST, filters })).items.map(({ json }) => json.filename);
	expect(await namesBy({ patterns: { include: ['*.pdf'], exclude: ['~$*'] } })).toEqual(['a.pdf']);
	// What is entered now counts.
	expect(await namesBy({ patterns: { include: ['*.pdf'] }, include: ['*.txt'] })).toEqual(['b.txt']);
});

test.each(FILE_NODES)('%s: an expression there that gives nothing does not mean all', async (node) => {
	const filters = { patterns: { include: '={{ $json.none }}' } };
	const { error } = await nodes.run(node, { ...LIST, filters });
	expect(error?.message).toMatch(/^Include Names: the expression gave nothing/);
});
