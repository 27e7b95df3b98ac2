import { readFileSync } from 'node:fs';
import path from 'node:path';
import { bundleStart } from './bundleStart';

/* Part of `npm run build`: one file for all that n8n loads when it starts. */

const root = path.join(__dirname, '..', '..');
const { n8n }: { n8n: { nodes: string[]; credentials: string[] } } = JSON.parse(
	readFileSync(path.join(root, 'package.json'), 'utf8'),
);
bundleStart(
	path.join(root, 'dist'),
	[...n8n.nodes, ...n8n.credentials].map((file) => path.relative('dist', file)),
);
