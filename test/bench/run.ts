import { writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { report, step } from '../../dev/process/progress';
import { runContest } from './contest';
import { missingN8n } from './n8nNodes';
import { missingTools } from './nativeTools';
import { packageCost } from './package';
import { asText } from './report';
import { type Results, resultsOf, type Row, rowOf } from './results';
import { itemRows } from './rows/itemRows';
import { jobRows } from './rows/jobRows';
import { transferRows, zipRows } from './rows/transferRows';
import { triggerRows } from './rows/triggerRows';
import type { Level, PlannedRow, Who } from './types';

/** Writes the results as JSON into the system's temporary folder; returns the path. */
function writeTemporary(results: Results): string {
	const path = join(tmpdir(), 'n8n-nodes-file-library-bench.json');
	const short = (_: string, value: unknown) => (typeof value === 'number' ? Number(value.toPrecision(5)) : value);
	writeFileSync(path, `${JSON.stringify(results, short, '\t')}\n`);
	return path;
}

/** What is measured, in this order. Each row names a file in `suites/`. */
const plan = (level: Level): PlannedRow[] => [
	...transferRows(level),
	...zipRows(level),
	...itemRows(level),
	...jobRows(level),
	...triggerRows(level),
];

const USAGE = `npm run bench -- [options]

Measures the built nodes of both editions in n8n's engine, and compares them with the limit of this machine (curl,
openssl) and with n8n's own nodes where n8n is installed (npm start installs it). Prints tables and writes a JSON file.
Takes about 10 minutes, and 9 GB of disk for a while.

  --quick    smaller sizes, about 1 minute
  --only X   only rows whose group or name contains X, or Package, e.g. "download: 256"
  --help     show this text`;

/** Who cannot take part on this machine, after having said why. */
function absentees(): Set<Who> {
	const [tools, n8n] = [missingTools(), missingN8n()];
	for (const missing of [tools, n8n]) if (missing) report(`${missing}.`);
	return new Set<Who>([...(tools ? (['limit'] as const) : []), ...(n8n ? (['nextcloud', 's3'] as const) : [])]);
}

/** The rows that could be measured; one that fails is printed, and the others have their turn. */
async function measureAll(rows: readonly PlannedRow[]): Promise<Row[]> {
	const absent = absentees();
	const measured: Row[] = [];
	for (const [n, planned] of rows.entries()) {
		await step(`${n + 1}/${rows.length} ${planned.group}: ${planned.name}`, async () => {
			const present = planned.who.filter((who) => !absent.has(who));
			const row = rowOf(planned, await runContest(planned, present));
			measured.push(row);
			report(`  ${row.value.toFixed(0)} ${row.unit}`);
		}).catch((error: unknown) => {
			console.error(error);
			process.exitCode = 1;
		});
	}
	return measured;
}

/** The rows whose group or name contains the text. */
const wanted = (rows: readonly PlannedRow[], text = ''): PlannedRow[] =>
	rows.filter(({ group, name }) => `${group}: ${name}`.toLowerCase().includes(text.toLowerCase()));

async function results(level: Level, only?: string): Promise<Results> {
	const measured = await measureAll(wanted(plan(level), only));
	const isWanted = only === undefined || 'package'.startsWith(only.toLowerCase());
	return resultsOf(level, measured, isWanted ? await step('Package', async () => packageCost(20)) : undefined);
}

async function main(): Promise<void> {
	const { values } = parseArgs({
		options: {
			quick: { type: 'boolean', default: false },
			only: { type: 'string' },
			help: { type: 'boolean', default: false },
		},
	});
	if (values.help) {
		process.stdout.write(`${USAGE}\n`);
		return;
	}
	const measured = await results(values.quick ? 'quick' : 'default', values.only);
	process.stdout.write(`\n${asText(measured)}\n\n`);
	process.stdout.write(`Results: ${writeTemporary(measured)}\n`);
}

main().catch((error: unknown) => {
	console.error(error);
	process.exitCode = 1;
});
