import { FILE_NODES, FileNodes } from '../support/fileNodes';
import { by } from '../support/library';
import { shareWorld } from '../support/world';

/* Uploads of several executions to one path at the same time. */

const nodes = shareWorld(new FileNodes());

test.each(FILE_NODES)('%s: each item says where its content is', async (node) => {
	const upload = { resource: 'file', operation: 'upload', binaryPropertyName: 'data', folder: by('path', node) };
	const contents = ['one', 'two', 'three'].map((word) => `${word} of ${node}`);
	const items = await Promise.all(
		contents.map(async (content) => {
			const item = await nodes.engine.binaryItem(Buffer.from(content), { fileName: 'r.txt' });
			return (await nodes.run(node, upload, [item])).items[0]?.json ?? {};
		}),
	);
	const paths = items.map(({ fullpath }) => String(fullpath));
	expect(await Promise.all(paths.map(async (path) => (await nodes.bytesOf(path, node)).toString()))).toEqual(
		contents,
	);
	expect(items.map(({ renamed }) => renamed === true)).toEqual(paths.map((path) => path !== `${node}/r.txt`));
});
