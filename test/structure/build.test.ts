import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import path from 'node:path';
import type { ICredentialType, INodeType } from 'n8n-workflow';
import { read, ROOT } from './imports';

/* What `npm run build` makes of the source: start.js, the forms and work.js. */

const { n8n } = JSON.parse(read('package.json')) as { n8n: { nodes: string[]; credentials: string[] } };
const files = [...n8n.nodes, ...n8n.credentials].map((file) => path.relative('dist', file));

const node = (cwd: string, ...args: string[]): string =>
	execFileSync(process.execPath, args, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });

/** What a node or credential consists of, as JSON; its text is also run in another process. */
const partsOf = (made: INodeType | ICredentialType): string =>
	JSON.stringify(
		{ ...made, methodsOfClass: Object.getOwnPropertyNames(Object.getPrototypeOf(made)) },
		(_key, value: unknown) => (typeof value === 'function' || value === undefined ? typeof value : value),
	);

/** Looks at a built package as n8n would, in one process. */
const LOOK = `
	const partsOf = ${partsOf.toString()};
	const loaded = () => Object.keys(require.cache).map((file) => require('path').relative('.', file));
	const classes = ${JSON.stringify(files)}.map((file) =>
		Object.entries(require('./' + file)).map(([name, Class]) => [name, Class.name, partsOf(new Class())]));
	const atStart = loaded();
	const { FileLibraryOrgApi, FileLibraryTrigger } = require('./start.js');
	const properties = () => new FileLibraryTrigger().description.properties;
	const [one, other] = [properties(), properties()];
	const shared = [one === other, one[0] === other[0], one[0].options === other[0].options];
	const account = { orgClientId: 'id', orgClientSecret: 's', baseUrl: '' };
	new FileLibraryOrgApi().authenticate(account, { url: '/a', qs: {} }).then(({ qs }) => {
		const atWork = loaded();
		const paths = Object.keys(require('./work.js'));
		const seen = { classes, atStart, shared, signer: qs.org_client_id, atWork, paths };
		console.log(JSON.stringify(seen));
	});`;

/** What LOOK prints. */
interface Seen {
	readonly classes: ReadonlyArray<ReadonlyArray<readonly [name: string, className: string, parts: string]>>;
	readonly atStart: readonly string[];
	readonly shared: readonly boolean[];
	readonly signer: string;
	readonly atWork: readonly string[];
	readonly paths: readonly string[];
}

function lookAtBuilt(): Seen {
	// Below the project, so that n8n-workflow is found.
	mkdirSync(path.join(ROOT, '.cache'), { recursive: true });
	const dist = mkdtempSync(path.join(ROOT, '.cache', 'build-'));
	try {
		node(ROOT, '--import', 'tsx', 'src/tools/build.ts', dist);
		return JSON.parse(node(dist, '--eval', LOOK)) as Seen;
	} finally {
		rmSync(dist, { recursive: true });
	}
}

const seen = lookAtBuilt();

test('every class is there, and is what its source is', () => {
	const own = files.map((file) =>
		Object.entries(
			module.require(path.join(ROOT, file.replace(/\.js$/, ''))) as Record<string, new () => INodeType>,
		).map(([name, Class]) => [name, name, partsOf(new Class())]),
	);
	expect(own).toHaveLength(11);
	expect(seen.classes).toEqual(own);
});

test('loading all of them loads one file more, and no work', () => {
	const own = seen.atStart.filter((file) => !file.startsWith('..'));
	expect(own.toSorted()).toEqual([...files, 'start.js'].toSorted());
});

test('every node gets a form of its own, which n8n may change', () =>
	expect(seen.shared).toEqual([false, false, false]));

test('what a node does is loaded when it first works', () => {
	expect(seen.signer).toBe('id');
	expect(seen.atWork).toContain('work.js');
});

test('work.js has every file by its own path', () => {
	const rows = [...read('src/n8n/work.ts').matchAll(/^export .*$/gm)].map(([row]) => row);
	const paths = rows.map((row) => /^export \* as '([^']+)' from '\1';$/.exec(row)?.[1]);
	expect(seen.paths).toEqual(paths.toSorted());
});

test('a form that JSON would change is refused', () => {
	const program = `const { formFile } = require('./src/tools/formFile.ts');
		const property = { displayName: 'A', name: 'a', type: 'string', default: '' };
		const isRefused = (more) => {
			try { return !formFile({ properties: [{ ...property, ...more }] }); }
			catch (error) { return error.code === 'ERR_ASSERTION'; }
		};
		const list = [{}, { default: 'ä → 𝄞' }, { default: undefined }, { default: new Date(0) }, { default: NaN },
			{ default: () => 1 }, { default: new Map() }];
		console.log(JSON.stringify(list.map(isRefused)));`;
	const refused: unknown = JSON.parse(node(ROOT, '--import', 'tsx', '--eval', program));
	expect(refused).toEqual([false, false, true, true, true, true, true]);
});
