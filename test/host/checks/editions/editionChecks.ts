import assert from 'node:assert/strict';
import { join } from 'node:path';
import { isN8n1 } from '../../../../dev/n8n/n8nCache';
import { packProject } from '../../../../dev/n8n/packagedNodes';
import { type PreparedN8n, type TestKit, withOwnN8n } from '../../../../dev/n8n/preparedN8n';
import { report } from '../../../../dev/process/progress';
import { FIRST_FILE_TRIGGER, firstFileResult } from '../../../../dev/workflows/firstFileResult';
import type { Edition } from '../../../../src/tools/editions';
import { startRegistry } from '../../n8n/localRegistry';
import type { Checks } from '../checks';

/* From one edition to the other and back, by n8n's own installation of packages, as its editor asks for it. */

const NAME = 'n8n-nodes-file-library';
const PACKAGES = '/rest/community-packages';

interface Installed {
	readonly packageName: string;
	readonly installedVersion: string;
	readonly updateAvailable?: string;
}

const listed = async ({ rest }: PreparedN8n): Promise<Installed[]> => await rest.call('GET', PACKAGES);
const install = async ({ rest }: PreparedN8n, name: string): Promise<unknown> =>
	await rest.call('POST', PACKAGES, { name });

/** The ways from one edition to the other. */
const MOVES: ReadonlyArray<{
	readonly title: string;
	readonly to: Edition;
	readonly move: (prepared: PreparedN8n) => Promise<unknown>;
}> = [
	{ title: 'installed by its name', to: 'full', move: async (prepared) => await install(prepared, NAME) },
	{
		title: 'another version is asked for',
		to: 'lean',
		move: async ({ rest }) => await rest.call('PATCH', PACKAGES, { name: NAME, version: 'lean' }),
	},
	{
		title: 'the button Update',
		to: 'full',
		move: async ({ rest }) => await rest.call('PATCH', PACKAGES, { name: NAME }),
	},
	{
		title: 'uninstalled, then installed by name and dist-tag',
		to: 'lean',
		move: async (prepared) => {
			await prepared.rest.call('DELETE', `${PACKAGES}?name=${NAME}`);
			await install(prepared, `${NAME}@lean`);
		},
	},
];

const isLean = (version: string): boolean => version.endsWith('-lean');

/** What must survive a move: the stored workflow with its nodes, and the credentials. */
async function kept({ rest, sample }: PreparedN8n): Promise<unknown> {
	const { nodes, connections } = await rest.call<Record<string, unknown>>('GET', `/rest/workflows/${sample.id}`);
	const credentials = await rest.call<Array<{ id: string; type: string }>>('GET', '/rest/credentials');
	return { nodes, connections, credentials: credentials.map(({ id, type }) => `${id} ${type}`).sort() };
}

/** Runs the sample, and says by its connections which edition has run: the lean one opens one for each request. */
async function run({ rest, sample, emulator }: PreparedN8n): Promise<Edition> {
	const before = emulator.requests.length;
	const { sha1Equal } = firstFileResult(await rest.execute(sample.id, FIRST_FILE_TRIGGER, 240_000));
	assert.ok(sha1Equal, 'the SHA1 of the download is another one');
	const requests = emulator.requests.slice(before);
	const connections = new Set(requests.map(({ connection }) => connection));
	return connections.size === requests.length ? 'lean' : 'full';
}

async function checkMoves(checks: Checks, prepared: PreparedN8n): Promise<void> {
	const first = await kept(prepared);
	for (const { title, to, move } of MOVES) {
		await checks.check(`to the ${to} edition: ${title}`, async () => {
			await move(prepared);
			const packages = await listed(prepared);
			assert.deepEqual(
				packages.map(({ packageName, installedVersion }) => [packageName, isLean(installedVersion)]),
				[[NAME, to === 'lean']],
			);
		});
		await checks.check(
			'the same workflow runs with the same credentials',
			async () => {
				assert.deepEqual(await kept(prepared), first);
				assert.equal(await run(prepared), to);
			},
			260_000,
		);
	}
	await checks.check(
		'both at once are refused',
		async () => await assert.rejects(install(prepared, NAME), /already installed/),
	);
	await checks.check('where the lean edition is installed, n8n offers the full one as its update', async () => {
		const [{ updateAvailable = '' } = {} as Installed] = await listed(prepared);
		assert.match(updateAvailable, /^\d+\.\d+\.\d+$/);
	});
}

/** Moves between both editions, which are packed here and come from a registry of this machine. */
export async function checkEditions(checks: Checks, kit: TestKit): Promise<void> {
	if (isN8n1(kit.n8n)) return report('  moving between editions skipped: the REST interface is that of n8n 2');
	const other = kit.edition === 'full' ? 'lean' : 'full';
	const tarballs = { [kit.edition]: kit.tarball, [other]: await packProject(join(kit.temporary, other), other) };
	const registry = await startRegistry(
		{ latest: tarballs.full ?? '', lean: tarballs.lean ?? '' },
		{ folder: join(kit.temporary, 'npm'), n8n: kit.n8n },
	);
	try {
		const { settings } = registry;
		await withOwnN8n(
			kit,
			{ name: 'editions', settings },
			async ({ prepared }) => await checkMoves(checks, prepared),
		);
	} finally {
		await registry.close();
	}
}
