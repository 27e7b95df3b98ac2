import { parseArgs } from 'node:util';
import { report, step } from '../host/process/progress';
import { runContest } from './contest';
import { missingN8n } from './n8nNodes';
import { missingTools } from './nativeTools';
import { packageCost } from './package';
import { writeDocuments, writeTemporary } from './performanceDocs';
import { plan } from './plan';
import { asText } from './report';
import { resultsOf, rowOf, type MeasuredRow, type Results } from './results';
import type { Level, PlannedRow, Who } from './types';

const USAGE = `npm run bench -- [options]

Measures the built nodes in n8n's engine, and compares them with the limit of this machine (curl, openssl), with undici
alone, and with n8n's own nodes where n8n is installed (npm start installs it). Prints tables and writes a JSON file.
Takes about 10 minutes, and 9 GB of disk for a while.

  --quick    smaller sizes, about 1 minute
  --only X   only rows whose group or name contains X, e.g. "download: 256"
  --write    replace docs/performance.json, docs/performance.svg and the tables of docs/performance.md
  --help     show this text`;

/** Who cannot take part on this machine, after having said why. */
function absentees(): Set<Who> {
	const [tools, n8n] = [missingTools(), missingN8n()];
	for (const missing of [tools, n8n]) if (missing) report(`${missing}.`);
	return new Set<Who>([
		...(tools ? (['limit'] as const) : []),
		...(n8n ? (['nextcloud', 's3', 'http'] as const) : []),
	]);
}

/** The rows that could be measured; one that fails is printed, and the others have their turn. */
async function measureAll(rows: readonly PlannedRow[]): Promise<MeasuredRow[]> {
	const absent = absentees();
	const measured: MeasuredRow[] = [];
	for (const [n, planned] of rows.entries()) {
		await step(`${n + 1}/${rows.length} ${planned.group}: ${planned.name}`, async () => {
			const present = planned.who.filter((who) => !absent.has(who));
			const row = rowOf(planned, await runContest(planned, present));
			measured.push({ planned, row });
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
	return resultsOf(level, measured, await step('Package', async () => packageCost(20)));
}

async function main(): Promise<void> {
	const { values } = parseArgs({
		options: {
			quick: { type: 'boolean', default: false },
			only: { type: 'string' },
			write: { type: 'boolean', default: false },
			help: { type: 'boolean', default: false },
		},
	});
	if (values.help) {
		process.stdout.write(`${USAGE}\n`);
		return;
	}
	if (values.write && values.only) throw new Error('--write takes a whole run, so not --only');
	const measured = await results(values.quick ? 'quick' : 'default', values.only);
	process.stdout.write(`\n${asText(measured)}\n\n`);
	if (values.write) writeDocuments(measured);
	process.stdout.write(`Results: ${values.write ? 'docs/performance.*' : writeTemporary(measured)}\n`);
}

main().catch((error: unknown) => {
	console.error(error);
	process.exitCode = 1;
});
