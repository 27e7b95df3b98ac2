import { readFileSync } from 'node:fs';
import path from 'node:path';
import { bundleStart } from './bundleStart';

/*
 * Part of `npm run build`: one file for all that n8n loads when it starts. With a folder and files in it, it does the
 * same for these instead of dist.
 */

const root = path.join(__dirname, '..', '..');
const { n8n }: { n8n: { nodes: string[]; credentials: string[] } } = JSON.parse(
	readFileSync(path.join(root, 'package.json'), 'utf8'),
);
const [folder = path.join(root, 'dist'), ...files] = process.argv.slice(2);
const loaded = [...n8n.nodes, ...n8n.credentials].map((file) => path.relative('dist', file));
process.stdout.write(`${folder}/start.js: ${bundleStart(folder, files.length > 0 ? files : loaded)} files in one\n`);
