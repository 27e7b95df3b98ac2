import type { INodeExecutionData } from 'n8n-workflow';
import { operationsByNode } from '../../../src/entries';
import { PERMISSIONS } from '../../../src/n8n/form/toolProperties';
import { reference, type OperationEntry } from '../../contract/reference';
import { RUNS_FACTOR } from '../../support/runs';
import { numberOf, someOf } from '../../support/secrets/draws';
import { by } from '../support/library';
import type { ActionNode } from '../support/world';
import { quickTime } from '../support/quickTime';
import { SecretLab } from './secretLab';
import { actionNodes } from '../../contract/actionNodes';

/* Fails at every request of every operation, and looks for secrets in all that n8n gets to see. */

const SEED = Number(process.env.FEED_SEED ?? 1);
const ON_ERROR = ['stopWorkflow', 'continueRegularOutput', 'continueErrorOutput'] as const;
/** Requests at which an operation is made to fail; a list that repeats a page goes on and on. */
const MAX_REQUESTS = 6;

/** A way to run an operation: as a node or as a tool, with its own credential or that of the enterprise. */
interface Way {
	readonly name: string;
	readonly node: string;
	readonly parameters: Readonly<Record<string, unknown>>;
	readonly fields?: Record<string, unknown>;
	/** The credential whose secrets the service knows. */
	readonly credential: string;
}

/** What a model may do with the node as its tool. */
const ALLOWED = Object.fromEntries(Object.values(PERMISSIONS).map(({ name }) => [name, true]));
/** `npm run fuzz` takes all requests in all ways; else it is one or two in one way, others for each operation. */
const IS_THOROUGH = RUNS_FACTOR > 1;
const REQUESTS = RUNS_FACTOR < 1 ? 1 : 2;
/** How many failures are tried for each request. */
const FAILURES_EACH = IS_THOROUGH ? 10 : 1;
const GRANTS = ['password', 'refreshToken', 'exchangeToken', 'signOnKey'];

function waysOf({ node, example, credential }: OperationEntry, index: number): Way[] {
	const bound = { ...example, authentication: 'enterprise', library: by('id', '1') };
	const all = [
		{ name: 'node', node, parameters: example, credential },
		{ name: 'tool', node: `${node}Tool`, parameters: { ...example, ...ALLOWED }, credential },
	];
	if (node === 'fileLibrary' && credential === 'fileLibraryOrgApi')
		all.push({ name: 'bound', node, parameters: bound, credential: 'fileLibraryEnterpriseApi' });
	const fields = { grantType: GRANTS[index % GRANTS.length] };
	return all.map((way) => ({ ...way, fields }));
}

/** Secrets that an item of an operation may show: those that it was made to show. */
function askedFor({ node, id }: OperationEntry): ReadonlySet<PropertyKey> {
	const op = operationsByNode[node]?.find((one) => one.id === id);
	// Whoever asks for a client may see its ID.
	const client = id === 'orgBind' ? ['org_client_id'] : [];
	return new Set(['node', 'workflow', 'startData', ...client, ...(op?.secrets ?? [])]);
}

async function sweepWay(lab: SecretLab, names: Map<string, string>, entry: OperationEntry, way: Way) {
	const complaints: string[] = [];
	const isUpload = entry.covers.includes('uploadPart');
	const input = async (): Promise<INodeExecutionData[]> =>
		isUpload ? [await lab.engine.binaryItem(Buffer.from('bytes'), { fileName: 'report.bin' })] : [{ json: {} }];
	const { fields = {}, parameters } = way;
	const node = names.get(way.node) ?? '';
	await lab.try(node, parameters, { items: await input(), fields });
	const requests = Math.min(lab.service.paths.length, MAX_REQUESTS);
	const all = Array.from({ length: requests }, (_, at) => at);
	for (const from of IS_THOROUGH ? all : someOf(lab.draw, all, REQUESTS))
		for (let n = 0; n < FAILURES_EACH; n++) {
			const plan = lab.drawPlan(from, [way.credential]);
			const onError = ON_ERROR[(from + n) % ON_ERROR.length] ?? 'stopWorkflow';
			const more = { plan, items: await input(), fields, nodeProps: { onError } };
			const result = await lab.try(node, parameters, more);
			const printed = result.error ? lab.findingsPrinted(result.error) : [];
			const [first] = [...lab.findings(result, askedFor(entry)), ...printed];
			const where = lab.service.paths[from] ?? '';
			if (first) complaints.push(`${way.name}, ${onError}, request ${from} ${where}, ${plan.name}: ${first}`);
		}
	return complaints;
}

/** Declares a test for each operation of some nodes. */
export function sweepOperations(...nodes: ActionNode[]): void {
	quickTime();
	let lab: SecretLab;
	const names = new Map<string, string>();
	beforeAll(async () => {
		lab = await SecretLab.start(SEED);
		jest.spyOn(Math, 'random').mockReturnValue(0);
		for (const node of nodes)
			for (const name of [node, `${node}Tool`]) names.set(name, lab.register(actionNodes[node], name));
	});
	afterAll(async () => await lab.close());

	const entries = reference().filter(({ node }) => nodes.some((name) => name === node));
	test.each(entries.map((entry, index) => [entry.id, entry, index] as const))('%s', async (_id, entry, index) => {
		lab.reseed(SEED + numberOf(entry.id));
		const complaints: string[] = [];
		const ways = waysOf(entry, index);
		for (const way of IS_THOROUGH ? ways : someOf(lab.draw, ways, 1))
			complaints.push(...(await sweepWay(lab, names, entry, way)));
		expect(complaints).toEqual([]);
	});
}
