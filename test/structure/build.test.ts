import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import path from 'node:path';
import type { ICredentialType, INodeType } from 'n8n-workflow';
import { read, ROOT } from './imports';

/* What `npm run build` makes of the source: start.js, the forms and work.js. */

const { n8n } = JSON.parse(read('package.json')) as { n8n: { nodes: string[]; credentials: string[] } };
const files = [...n8n.nodes, ...n8n.credentials].map((file) => path.relative('dist', file));

/** Below the project, so that n8n-workflow is found. */
mkdirSync(path.join(ROOT, '.cache'), { recursive: true });
const dist = mkdtempSync(path.join(ROOT, '.cache', 'build-'));
const node = (cwd: string, ...args: string[]): string =>
	execFileSync(process.execPath, args, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
const inDist = (program: string): unknown => JSON.parse(node(dist, '--eval', program));

beforeAll(() => node(ROOT, '--import', 'tsx', 'src/tools/build.ts', dist));
afterAll(() => rmSync(dist, { recursive: true }));

/** What a node or credential consists of, as JSON; its text is also run in another process. */
const partsOf = (made: INodeType | ICredentialType): string =>
	JSON.stringify(
		{ ...made, methodsOfClass: Object.getOwnPropertyNames(Object.getPrototypeOf(made)) },
		(_key, value: unknown) => (typeof value === 'function' || value === undefined ? typeof value : value),
	);

test('every class is there, and is what its source is', () => {
	const shipped = inDist(`const partsOf = ${partsOf.toString()};
		console.log(JSON.stringify(${JSON.stringify(files)}.map((file) =>
			Object.entries(require('./' + file))
				.map(([name, Class]) => [name, Class.name, partsOf(new Class())]))));`);
	const own = files.map((file) =>
		Object.entries(
			module.require(path.join(ROOT, file.replace(/\.js$/, ''))) as Record<string, new () => INodeType>,
		).map(([name, Class]) => [name, name, partsOf(new Class())]),
	);
	expect(own).toHaveLength(11);
	expect(shipped).toEqual(own);
});

test('loading all of them loads one file more, and no work', () => {
	const loaded = inDist(`for (const file of ${JSON.stringify(files)})
			for (const Class of Object.values(require('./' + file))) new Class();
		console.log(JSON.stringify(Object.keys(require.cache).map((file) => require('path').relative('.', file))));`);
	const own = (loaded as string[]).filter((file) => !file.startsWith('..'));
	expect(own.toSorted()).toEqual([...files, 'start.js'].toSorted());
});

test('every node gets a form of its own, which n8n may change', () => {
	const same = inDist(`const { FileLibraryTrigger } = require('./start.js');
		const made = () => new FileLibraryTrigger().description.properties;
		const [one, other] = [made(), made()];
		console.log(JSON.stringify([one === other, one[0] === other[0], one[0].options === other[0].options]));`);
	expect(same).toEqual([false, false, false]);
});

test('what a node does is loaded when it first works', () => {
	const worked = inDist(`const { FileLibraryOrgApi } = require('./start.js');
		const isLoaded = () => Object.keys(require.cache).some((file) => file.endsWith('work.js'));
		const before = isLoaded();
		const account = { orgClientId: 'id', orgClientSecret: 's', baseUrl: '' };
		new FileLibraryOrgApi().authenticate(account, { url: '/a', qs: {} })
			.then(({ qs }) => console.log(JSON.stringify([before, isLoaded(), qs.org_client_id])));`);
	expect(worked).toEqual([false, true, 'id']);
});

test('work.js has every file by its own path', () => {
	const rows = [...read('src/n8n/work.ts').matchAll(/^export .*$/gm)].map(([row]) => row);
	const paths = rows.map((row) => /^export \* as '([^']+)' from '\1';$/.exec(row)?.[1]);
	expect(inDist("console.log(JSON.stringify(Object.keys(require('./work.js'))))")).toEqual(paths.toSorted());
});

test('a form that JSON would change is refused', () => {
	const refused = node(
		ROOT,
		'--import',
		'tsx',
		'--eval',
		`const { formFile } = require('./src/tools/formFile.ts');
		const property = { displayName: 'A', name: 'a', type: 'string', default: '' };
		const isRefused = (more) => {
			try { return !formFile({ properties: [{ ...property, ...more }] }); }
			catch (error) { return error.code === 'ERR_ASSERTION'; }
		};
		const list = [{}, { default: 'ä → 𝄞' }, { default: undefined }, { default: new Date(0) }, { default: NaN },
			{ default: () => 1 }, { default: new Map() }];
		console.log(JSON.stringify(list.map(isRefused)));`,
	);
	expect(JSON.parse(refused)).toEqual([false, false, true, true, true, true, true]);
});
