import { existsSync } from 'node:fs';
import path from 'node:path';
import type { INodeType } from 'n8n-workflow';
import manifest from '../../package.json';
import { read, ROOT, sourcesIn } from './imports';

/* n8n silently ignores a codex file that names another node, or that has no node beside it. */

const nodes = sourcesIn('nodes').filter((file) => file.endsWith('.node.ts'));

test.each(nodes)('the codex of %s names it', async (file) => {
	const loaded: Record<string, new () => INodeType> = await import(path.join(ROOT, file));
	const [Node] = Object.values(loaded);
	const codex: { node: string } = JSON.parse(read(file.replace(/\.ts$/, '.json')));
	expect(codex.node).toBe(`${manifest.name}.${new Node!().description.name}`);
});

test('every node has a codex file beside it and is listed in package.json', () => {
	expect(nodes.length).toBeGreaterThan(0);
	for (const file of nodes) expect(existsSync(path.join(ROOT, file.replace(/\.ts$/, '.json')))).toBe(true);
	expect(manifest.n8n.nodes.toSorted()).toEqual(
		nodes.map((file) => `dist/${file.replace(/\.ts$/, '.js')}`).toSorted(),
	);
});
