import { readdirSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'yaml';
import { read, ROOT } from './imports';

/* Actions by commit, jobs with least rights, and no code of others where something can be published. */

const FOLDER = '.github/workflows';

interface Step {
	readonly uses?: string;
	readonly run?: string;
	readonly with?: Readonly<Record<string, unknown>>;
}
interface Job {
	readonly needs?: string | string[];
	readonly uses?: string;
	readonly permissions?: Readonly<Record<string, string>>;
	readonly steps?: readonly Step[];
}
interface Workflow {
	readonly permissions?: unknown;
	readonly jobs: Readonly<Record<string, Job>>;
}

const PINNED = /^[\w.-]+\/[\w./-]+@[0-9a-f]{40}$/;
const isLocal = (uses: string): boolean => uses.startsWith('./');
const workflow = (text: string): Workflow => parse(text) as Workflow;

function stepProblems({ uses, run = '', with: inputs = {} }: Step): string[] {
	const problems = [];
	if (uses !== undefined && !isLocal(uses) && !PINNED.test(uses)) problems.push(`${uses} is not pinned by a commit`);
	if (uses?.startsWith('actions/checkout@') && inputs['persist-credentials'] !== false)
		problems.push('a checkout keeps its credentials');
	if (/\bnpm (?:ci|i|install|publish)\b/.test(run) && !run.includes('--ignore-scripts'))
		problems.push(`"${run}" runs scripts of packages`);
	if (/\$\{\{\s*github\.(?:event|head_ref|ref_name)/.test(run)) problems.push(`"${run}" runs what a name says`);
	return problems;
}

function jobProblems(name: string, { uses, permissions, steps = [] }: Job): string[] {
	const problems = steps.flatMap(stepProblems);
	if (uses !== undefined && !isLocal(uses) && !PINNED.test(uses)) problems.push(`${uses} is not pinned by a commit`);
	if (permissions === undefined) problems.push('has no permissions of its own');
	const writes = Object.entries(permissions ?? {}).filter(([, level]) => level === 'write');
	const runsOurs = steps.some(
		({ uses: action = '', run = '' }) => /checkout/.test(action) || /npm (?:ci|run|pack)/.test(run),
	);
	if (writes.length > 1) problems.push('may change more than one thing');
	if (writes.length > 0 && (runsOurs || uses !== undefined))
		problems.push('may change something and builds something');
	return problems.map((problem) => `${name}: ${problem}`);
}

function problemsIn(text: string): string[] {
	const { permissions, jobs } = workflow(text);
	const isEmpty = JSON.stringify(permissions) === '{}';
	const unnamed = text.match(/uses: [^.\s]\S*@[0-9a-f]{40}(?! # v\d+\.\d+\.\d+$)/gm) ?? [];
	return [
		...(isEmpty ? [] : ['the workflow gives permissions to all jobs']),
		...unnamed.map((line) => `${line} does not say which version it is`),
		...Object.entries(jobs).flatMap(([name, job]) => jobProblems(name, job)),
	];
}

const FILES = readdirSync(path.join(ROOT, FOLDER));

test.each(FILES)('%s is careful', (file) => expect(problemsIn(read(`${FOLDER}/${file}`))).toEqual([]));

const SHA = '0123456789012345678901234567890123456789';
const job = (content: string) => `permissions: {}\njobs:\n  a:\n    permissions: {contents: read}\n${content}`;
test.each([
	['a tag', job('    steps:\n      - uses: actions/cache@v4'), /not pinned/],
	['a short commit', job('    steps:\n      - uses: actions/cache@0123456'), /not pinned/],
	['no version', job(`    steps:\n      - uses: actions/cache@${SHA}`), /which version/],
	['a checkout', job(`    steps:\n      - uses: actions/checkout@${SHA} # v4.4.0`), /keeps its credentials/],
	['a reusable workflow', job('    uses: other/x/.github/workflows/ci.yml@main'), /not pinned/],
	['an installation', job('    steps:\n      - run: npm ci'), /scripts of packages/],
	['a name', job('    steps:\n      - run: echo ${{ github.event.issue.title }}'), /what a name says/],
	['permissions of all', 'permissions: {contents: read}\njobs: {}', /to all jobs/],
	['no permissions', 'jobs: {}', /to all jobs/],
	['a job without permissions', 'permissions: {}\njobs:\n  a:\n    steps: []', /no permissions of its own/],
	[
		'a job that builds and publishes',
		'permissions: {}\njobs:\n  a:\n    permissions: {id-token: write}\n    steps:\n      - run: npm run build',
		/builds something/,
	],
])('%s is found', (_name, text, problem) => expect(problemsIn(text).join('\n')).toMatch(problem));

describe('publishing', () => {
	const { jobs } = workflow(read(`${FOLDER}/publish.yml`));
	const needsOf = ({ needs = [] }: Job): readonly string[] => [needs].flat();
	const before = (name: string): string[] =>
		needsOf(jobs[name] ?? {}).flatMap((needed) => [needed, ...before(needed)]);
	const runsOf = ({ uses, steps = [] }: Job): string[] => [
		...steps.map(({ run = '' }) => run),
		...(uses === undefined ? [] : Object.values(workflow(read(uses.slice(2))).jobs).flatMap(runsOf)),
	];

	test('only one job can prove to npm who it is', () => {
		const able = Object.entries(jobs).filter(([, { permissions = {} }]) => 'id-token' in permissions);
		expect(able.map(([name, { permissions }]) => [name, permissions])).toEqual([
			['publish', { 'id-token': 'write' }],
		]);
	});

	test('everything is tested before, in a real n8n too', () => {
		const runs = before('publish').flatMap((name) => runsOf(jobs[name] ?? {}));
		for (const command of ['npm run check', 'npm run test:host', 'npm pack'])
			expect(runs.some((run) => run.includes(command))).toBe(true);
	});

	test('npm gets the package with provenance, the release the list of components', () => {
		const published = runsOf(jobs.publish ?? {}).filter((run) => run.startsWith('npm publish'));
		// The lean edition must not become what `latest` names.
		expect(published).toHaveLength(2);
		expect(published[0]).toMatch(/\*\[0-9\]\.tgz .*--provenance/);
		expect(published[1]).toMatch(/-lean\.tgz --tag lean .*--provenance/);
		expect(runsOf(jobs.pack ?? {}).join('\n')).toContain('dist/sbom.cdx.json');
		expect(runsOf(jobs.release ?? {}).join('\n')).toMatch(/gh release create .* \*$/m);
	});
});
