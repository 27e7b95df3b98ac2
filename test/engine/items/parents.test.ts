import { by } from '../support/library';
import { type ActionNode, useWorld, World } from '../support/world';

/* Items that need what an earlier one makes, while every second request is slow. */

const world = useWorld(new World(), { options: { seedDemo: true } });

type Row = Record<string, string>;
const WRITES = /\/(ent|file)\/(add|del|set|copy|move|rename)/;

/** Runs an operation with one item for each row; none may fail. */
async function run(node: ActionNode, parameters: Record<string, unknown>, rows: readonly Row[]): Promise<void> {
	const { faults } = world.emulator;
	rows.forEach((_, n) => faults.add({ match: WRITES, action: 'slow', slowMs: n % 2 === 0 ? 40 : 1 }));
	const { error } = await world.runNode(node, parameters, { items: rows.map((json) => ({ json })) });
	expect(error).toBeUndefined();
}

const PARENT = { resource: 'department', name: '={{ $json.name }}', parent: by('path', '={{ $json.parent }}') };
/** A company of 12 departments, parents first. */
const COMPANY = ['A', 'A/B', 'A/B/C', 'A/B/C/D', 'E', 'E/F', 'E/G', 'E/G/H', 'A/I', 'A/I/J', 'E/G/H/K', 'E/G/H/K/L'];
const nameIn = (path: string): string => path.slice(path.lastIndexOf('/') + 1);
const parentIn = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf('/')));

test('departments by path: created parents first, renamed, moved, deleted children first', async () => {
	const { directory } = world.emulator.world;
	const rows = COMPANY.map((path) => ({ name: nameIn(path), parent: parentIn(path) }));
	await run('fileLibraryAdmin', { ...PARENT, operation: 'create' }, rows);
	expect(COMPANY.map((path) => directory.groupByPath(path).name)).toEqual(COMPANY.map(nameIn));

	// Each needs the one before: A becomes M, and what is in it is reached by its new path.
	const update = { resource: 'department', operation: 'update', department: by('path', '={{ $json.path }}') };
	const renames = Object.entries({ A: 'M', 'M/B': 'N', 'M/N/C': 'O', 'M/N/O/D': 'P' });
	const named = renames.map(([path, name]) => ({ path, name }));
	await run('fileLibraryAdmin', { ...update, updateFields: { name: '={{ $json.name }}' } }, named);
	expect(directory.groupByPath('M/N/O/P').name).toBe('P');

	const moves = [
		{ path: 'E/G', to: 'M/I' },
		{ path: 'M/N', to: 'M/I/G' },
		{ path: 'M/I/G/N/O', to: 'E' },
	];
	await run('fileLibraryAdmin', { ...update, updateFields: { parent: by('path', '={{ $json.to }}') } }, moves);
	expect(directory.groupByPath('E/O/P').name).toBe('P');

	const remaining = ['E/O/P', 'E/O', 'E/F', 'E', 'M/I/G/H/K/L', 'M/I/G/H/K', 'M/I/G/H', 'M/I/G/N', 'M/I/G', 'M/I/J'];
	const departments = { rows: [{ department: by('path', '={{ $json.path }}') }] };
	const deletion = { resource: 'department', operation: 'delete', departments };
	const deleted = [...remaining, 'M/I', 'M'].map((path) => ({ path }));
	await run('fileLibraryAdmin', deletion, deleted);
});
