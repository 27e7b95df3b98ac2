import { parseArgs } from 'node:util';
import { judge } from './judge';
import { Soak, type SoakPlan } from './soak';

const USAGE = `npm run soak -- [options]`;

async function main(): Promise<void> {
	const { values } = parseArgs({
		options: {
			minutes: { type: 'string', default: '20' },
			operations: { type: 'string', default: '100000' },
			faults: { type: 'string', default: '20' },
			seed: { type: 'string', default: String(Date.now() % 1_000_000) },
			write: { type: 'boolean', default: false },
			help: { type: 'boolean', default: false },
		},
	});
	if (values.help) {
		process.stdout.write(`${USAGE}\n`);
		return;
	}
	const plan: SoakPlan = {
		minutes: Number(values.minutes),
		operations: Number(values.operations),
		target: Number(values.faults),
		seed: Number(values.seed),
		fileLanes: 8,
		exampleLanes: 24,
	};
	process.stdout.write(`Seed ${plan.seed}\n`);
	const record = await new Soak(plan, (line) => process.stdout.write(`${line}\n`)).run();
	const wrong = judge(record, plan);
	const kinds = new Map<string, number>();
	for (const line of wrong) kinds.set(line.slice(0, 60), (kinds.get(line.slice(0, 60)) ?? 0) + 1);
	for (const line of wrong.slice(0, 100)) process.stdout.write(`${line.slice(0, 600)}\n`);
	process.stdout.write(`${wrong.length} wrong\n`);
	process.exitCode = wrong.length > 0 ? 1 : 0;
}

main().catch((error: unknown) => {
	console.error(error);
	process.exitCode = 1;
});
