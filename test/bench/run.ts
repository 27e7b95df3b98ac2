import { parseArgs } from 'node:util';
import { report, step } from '../host/process/progress';
import { runBenchmark } from './child';
import { writeDocuments, writeTemporary } from './performanceDocs';
import { packageCost } from './package';
import { plan, type Level } from './plan';
import { asText } from './report';
import { resultsOf, rowOf, type MeasuredRow, type Results } from './results';

const USAGE = `npm run bench -- [options]

Measures the built nodes in n8n's engine, and compares them with the limit of this machine and with n8n's own request
helper. Prints tables and writes a JSON file. Takes about 10 minutes, and 9 GB of disk for a while.

  --quick    smaller sizes, about 1 minute
  --write    replace docs/performance.json, docs/performance.svg and the tables of docs/performance.md
  --help     show this text`;

async function measureAll(level: Level): Promise<Results> {
	const rows = plan(level);
	const measured: MeasuredRow[] = [];
	for (const [n, planned] of rows.entries()) {
		await step(`${n + 1}/${rows.length} ${planned.group}: ${planned.name}`, async () => {
			const row = rowOf(planned, await runBenchmark(planned.benchmark, planned.setup));
			measured.push({ planned, row });
			report(`  ${row.value.toFixed(0)} ${row.unit}`);
		});
	}
	return resultsOf(level, measured, await step('Package', async () => packageCost(20)));
}

async function main(): Promise<void> {
	const { values } = parseArgs({
		options: {
			quick: { type: 'boolean', default: false },
			write: { type: 'boolean', default: false },
			help: { type: 'boolean', default: false },
		},
	});
	if (values.help) {
		process.stdout.write(`${USAGE}\n`);
		return;
	}
	const results = await measureAll(values.quick ? 'quick' : 'default');
	process.stdout.write(`\n${asText(results)}\n\n`);
	if (values.write) writeDocuments(results);
	process.stdout.write(`Results: ${values.write ? 'docs/performance.*' : writeTemporary(results)}\n`);
}

main().catch((error: unknown) => {
	console.error(error);
	process.exitCode = 1;
});
