import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import type { ICredentialType, INodeType } from 'n8n-workflow';
import { formFile } from '../../src/tools/formFile';
import { type Bom, BUNDLED, IMPORTED, locked } from './bundled';
import { read, ROOT } from './imports';

/* What `npm run build` makes of the source: nodes.js, the forms, runtime.js, their source maps, and the libraries. */

const { n8n, name, version } = JSON.parse(read('package.json')) as {
	name: string;
	version: string;
	n8n: { nodes: string[]; credentials: string[] };
};
const files = [...n8n.nodes, ...n8n.credentials].map((file) => path.relative('dist', file));

const node = (cwd: string, args: string[], env = process.env): string =>
	execFileSync(process.execPath, args, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'], env });

/** Calls `look` with a folder in which an edition was built, at this second or at none that is said. */
function withBuilt<T>(edition: string, epoch: string, look: (dist: string) => T): T {
	// Below the project, so that n8n-workflow is found.
	mkdirSync(path.join(ROOT, '.cache'), { recursive: true });
	const dist = mkdtempSync(path.join(ROOT, '.cache', 'build-'));
	const args = ['--require', './test/runner/register.js', 'src/tools/build.ts', dist, '--edition', edition];
	try {
		node(ROOT, args, { ...process.env, SOURCE_DATE_EPOCH: epoch });
		return look(dist);
	} finally {
		rmSync(dist, { recursive: true });
	}
}

/** What a node or credential consists of, as JSON; its text is also run in another process. */
const partsOf = (made: INodeType | ICredentialType): string =>
	JSON.stringify(
		{ ...made, methodsOfClass: Object.getOwnPropertyNames(Object.getPrototypeOf(made)) },
		(_key, value: unknown) => (typeof value === 'function' || value === undefined ? typeof value : value),
	);

/** Looks at a built package as n8n would, in one process; Node.js reads the source maps as n8n does. */
const LOOK = `
	const partsOf = ${partsOf.toString()};
	const loaded = () => Object.keys(require.cache).map((file) => require('path').relative('.', file));
	const classes = ${JSON.stringify(files)}.map((file) =>
		Object.entries(require('./' + file)).map(([name, Class]) => [name, Class.name, partsOf(new Class())]));
	const atStart = loaded();
	const { FileLibrary, FileLibraryOrgApi, FileLibraryTrigger } = require('./nodes.js');
	const properties = () => new FileLibraryTrigger().description.properties;
	const [one, other] = [properties(), properties()];
	const shared = [one === other, one[0] === other[0], one[0].options === other[0].options];
	const account = { orgClientId: 'id', orgClientSecret: 's', baseUrl: '' };
	const failed = () => new FileLibrary().execute.call({}).catch(({ stack }) => stack);
	new FileLibraryOrgApi().authenticate(account, { url: '/a', qs: {} }).then(async ({ qs }) => {
		const atWork = loaded();
		const seen = { classes, atStart, shared, signer: qs.org_client_id, atWork, stack: await failed() };
		console.log(JSON.stringify(seen));
	});`;

interface Seen {
	readonly classes: ReadonlyArray<ReadonlyArray<readonly [name: string, className: string, parts: string]>>;
	readonly atStart: readonly string[];
	readonly shared: readonly boolean[];
	readonly signer: string;
	readonly atWork: readonly string[];
	/** Of an execution that ends at once. */
	readonly stack: string;
}

/** What the libraries offer to what loads them as the package does, and all that is loaded for them. */
const LIBRARIES = `
	Promise.all(['undici', 'form-data'].map((name) => import('./libraries/' + name + '.js'))).then(([undici, form]) => {
		new form.default().append('name', 'value');
		const loaded = Object.keys(require.cache).map((file) => require('path').relative('.', file));
		console.log(JSON.stringify({ undici: Object.keys(undici), loaded }));
	});`;

/** What a proxy is asked for the sake of an https address, and what becomes of a request that it refuses. */
const TUNNEL = `
	const { EnvHttpProxyAgent } = require('./libraries/undici.js');
	const proxy = require('http').createServer().listen(0, '127.0.0.1', () => {
		const httpsProxy = 'http://127.0.0.1:' + proxy.address().port;
		const agent = new EnvHttpProxyAgent({ httpProxy: httpsProxy, httpsProxy, noProxy: '', proxyTunnel: false });
		const nothing = () => undefined;
		agent.dispatch({ origin: 'https://h.example', path: '/', method: 'GET' }, {
			...{ onRequestStart: nothing, onResponseStart: nothing, onResponseData: nothing, onResponseEnd: nothing },
			onResponseError: (_, { message }) => {
				console.log(message);
				process.exit();
			},
		});
	});
	proxy.on('connect', ({ url }, socket) => {
		console.log(url);
		socket.end('HTTP/1.1 403 Forbidden' + '\\r\\n'.repeat(2));
	});`;

/** The parts of a source map that matter for what is shipped. */
interface SourceMap {
	readonly sources: readonly string[];
	readonly sourcesContent?: unknown;
}

const readBom = (dist: string): Bom => JSON.parse(readFileSync(path.join(dist, 'sbom.cdx.json'), 'utf8')) as Bom;

const lean = withBuilt('lean', '', readBom);
const { seen, maps, libraries, licenses, tunnel, bom } = withBuilt('full', '1772600767', (dist) => ({
	seen: JSON.parse(node(dist, ['--enable-source-maps', '--eval', LOOK])) as Seen,
	maps: ['nodes.js.map', 'runtime.js.map'].map(
		(name) => JSON.parse(readFileSync(path.join(dist, name), 'utf8')) as SourceMap,
	),
	libraries: JSON.parse(node(dist, ['--eval', LIBRARIES])) as Record<'undici' | 'loaded', string[]>,
	tunnel: node(dist, ['--eval', TUNNEL]),
	licenses: readFileSync(path.join(dist, 'licenses.txt'), 'utf8'),
	bom: readBom(dist),
}));

test('every class is there, and is what its source is', () => {
	const own = files.map((file) =>
		Object.entries(
			module.require(path.join(ROOT, file.replace(/\.js$/, ''))) as Record<string, new () => INodeType>,
		).map(([name, Class]) => [name, name, partsOf(new Class())]),
	);
	expect(own).toHaveLength(11);
	expect(seen.classes).toEqual(own);
});

test('loading all of them loads one file more, their forms, and no work', () => {
	const own = seen.atStart.filter((file) => !file.startsWith('..'));
	const forms = n8n.nodes.map((file) => `forms/${path.basename(file, '.node.js').replace(/^F/, 'f')}.json`);
	expect(own.toSorted()).toEqual([...files, ...forms, 'nodes.js'].toSorted());
});

test('what is loaded then shows the nodes, and does nothing', () => {
	const [shown = [], done = []] = maps.map(({ sources }) => sources.map((file) => file.replace('../../', '')));
	const isWork = (file: string): boolean => /node_modules|^src\/client|^src\/n8n\/execute/.test(file);
	expect(shown).toContain('src/lazy.ts');
	expect(shown.filter(isWork)).toEqual([]);
	expect(done).toEqual(expect.arrayContaining(['src/client/service/call.ts', 'src/n8n/execute/run.ts']));
});

test('every node gets a form of its own, which n8n may change', () =>
	expect(seen.shared).toEqual([false, false, false]));

test('what a node does is loaded when it first works', () => {
	expect(seen.signer).toBe('id');
	expect(seen.atWork).toContain('runtime.js');
});

test('a stack trace names the files and lines of the source', () => {
	const file = 'nodes/FileLibrary/FileLibrary.node.ts';
	const line =
		read(file)
			.split('\n')
			.findIndex((text) => text.includes('await run(this')) + 1;
	expect(seen.stack).toContain(`${path.join(ROOT, file)}:${line}:`);
	expect(seen.stack).toMatch(/src\/n8n\/execute\/\w+\.ts:\d+/);
	expect(seen.stack).not.toMatch(/(nodes|runtime)\.js:/);
});

test('source maps name files of the source, without what is in them', () => {
	// The list of all classes is no file: the build makes it.
	const bundled = /\/node_modules\/(?:compress-commons|is-stream|normalize-path)\//;
	const ours = /^\.\.\/\.\.\/((src|nodes|credentials)\/.+|nodes)\.ts$/;
	for (const { sources, sourcesContent } of maps) {
		expect(sources.length).toBeGreaterThan(10);
		expect(sources.filter((file) => !ours.test(file) && !bundled.test(file))).toEqual([]);
		expect(sourcesContent).toBeUndefined();
	}
});

test('the libraries are files of the package, complete in themselves', () => {
	expect(libraries.undici).toEqual(expect.arrayContaining(['Agent', 'EnvHttpProxyAgent', 'buildConnector']));
	expect(libraries.loaded).toEqual(['libraries/undici.js', 'libraries/form-data.js']);
	expect(tunnel.trim().split('\n')).toEqual(['h.example:443', expect.stringMatching(/^Proxy response \(403\)/)]);
});

test('every package in the files is in the list of those that come with it, and its license in the package', () => {
	const titles = licenses.split(/^----$/m).map((text) => text.trim().split('\n')[0] ?? '');
	// What undici contains of others.
	const inside = ['llhttp, in undici', 'undici/lib/web/fetch'];
	expect(titles).toEqual([...BUNDLED.map(({ name }) => name), ...inside].sort());
	expect(licenses.match(/hereby granted/g)).toHaveLength(titles.length);
});

test('a form that JSON would change is refused', () => {
	const isRefused = (more: object): boolean => {
		try {
			const property = { displayName: 'A', name: 'a', type: 'string', default: '' };
			return !formFile({ properties: [{ ...property, ...more }] });
		} catch (error) {
			return (error as { code?: string }).code === 'ERR_ASSERTION';
		}
	};
	const kept = [{}, { default: 'ä → 𝄞' }];
	const changed = [undefined, new Date(0), NaN, () => 1, new Map()].map((value) => ({ default: value }));
	expect([...kept, ...changed].map(isRefused)).toEqual([false, false, true, true, true, true, true]);
});

describe('the list of components (CycloneDX)', () => {
	test('contains exactly these packages, in the versions of the lock, with licences and checksums', () => {
		const names = BUNDLED.map(({ name }) => name).sort();
		expect(bom.components.map(({ name, version, licenses }) => [name, version, licenses[0]?.license.id])).toEqual(
			names.map((name) => [name, locked(name)?.version, locked(name)?.license]),
		);
		expect(lean.components.map(({ name }) => name)).toEqual(['compress-commons', 'is-stream', 'normalize-path']);
		for (const { hashes, purl, name, version } of bom.components) {
			expect(hashes).toEqual([{ alg: 'SHA-512', content: expect.stringMatching(/^[0-9a-f]{128}$/) }]);
			expect(purl).toBe(`pkg:npm/${name}@${version}`);
		}
	});

	test('says which one requires which, without a name that is not listed', () => {
		const refs = [bom.metadata.component['bom-ref'], ...bom.components.map((entry) => entry['bom-ref'])];
		expect(bom.dependencies.map(({ ref }) => ref)).toEqual(refs);
		expect(new Set(bom.dependencies.flatMap(({ dependsOn }) => dependsOn))).toEqual(new Set(refs.slice(1)));
		expect(bom.dependencies[0]?.dependsOn).toEqual(
			IMPORTED.map((name) => `pkg:npm/${name}@${locked(name)?.version}`),
		);
	});

	test('names format, package and time', () => {
		expect(bom).toMatchObject({
			bomFormat: 'CycloneDX',
			specVersion: '1.6',
			metadata: {
				timestamp: '2026-03-04T05:06:07.000Z',
				component: { name, version, licenses: [{ license: { id: 'MIT' } }] },
			},
		});
		expect(lean.metadata).not.toHaveProperty('timestamp');
	});
});
