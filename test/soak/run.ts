import { parseArgs } from 'node:util';
import { asMarkdown, growthOf, leaks } from './figures';
import { faultsOf } from './oracle';
import { Soak, type SoakPlan } from './soak';

const USAGE = `npm run soak -- [options]

Lets the built nodes work in n8n's engine for 20 minutes, on services in which everything goes wrong that can: every
fault at every endpoint. At the end it compares the library with what must be in it, and says whether memory, sockets
and descriptors grew. The exit code is 1 when anything is wrong. Needs Linux, and 5 GB of disk for a while.

  --minutes N      how long (20); it continues, at most twice as long, until the operations and faults are done
  --operations N   the least number of operations, i.e. items that a node works on (100000)
  --faults N       how often each fault has to happen at each endpoint (20)
  --seed N         repeats the choices of an earlier run, which printed its seed (random)
  --help           show this text`;

/** Lanes that work with files in one library, and lanes that run the examples of all operations. */
const [FILE_LANES, EXAMPLE_LANES] = [8, 100];
/** Findings that are printed. */
const SHOWN = 200;

const print = (line: string): void => void process.stdout.write(`${line}\n`);

async function soak(plan: SoakPlan): Promise<void> {
	print(`Seed ${plan.seed}`);
	const record = await new Soak(plan, print).run();
	const wrong = [...faultsOf(record, plan), ...leaks(growthOf(record.samples))];
	const given = process.argv.slice(2);
	const command = ['npm run soak', ...(given.length > 0 ? ['--'] : []), ...given].join(' ');
	const result = asMarkdown(record, wrong, plan, command);
	print(`\n${result}\n`);
	for (const line of wrong.slice(0, SHOWN)) print(line);
	if (wrong.length > SHOWN) print(`… and ${wrong.length - SHOWN} more`);
	process.exitCode = wrong.length > 0 ? 1 : 0;
}

/** A number of the command line; throws for anything else. */
function positive(name: string, text: string): number {
	const value = Number(text);
	if (!(value > 0)) throw new Error(`--${name} needs a number above 0`);
	return value;
}

async function main(): Promise<void> {
	const { values } = parseArgs({
		options: {
			minutes: { type: 'string', default: '20' },
			operations: { type: 'string', default: '100000' },
			faults: { type: 'string', default: '20' },
			seed: { type: 'string', default: String(1 + (Date.now() % 1_000_000)) },
			help: { type: 'boolean', default: false },
		},
	});
	if (values.help) return print(USAGE);
	const plan: SoakPlan = {
		minutes: positive('minutes', values.minutes),
		operations: positive('operations', values.operations),
		target: positive('faults', values.faults),
		seed: positive('seed', values.seed),
		fileLanes: FILE_LANES,
		exampleLanes: EXAMPLE_LANES,
	};
	await soak(plan);
}

main().catch((error: unknown) => {
	console.error(error instanceof Error ? error.message : error);
	process.exitCode = 1;
});
