import { readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { report, step } from '../host/process/progress';
import { measured } from './child';
import { packageCost } from './package';
import { plan, type Level, type Line } from './plan';
import { plot } from './plot';
import { asMarkdown, asText } from './report';
import { resultsOf, rowOf, type Results, type Row } from './results';

const DOCS = join(__dirname, '..', '..', 'docs');
const [BEGIN, END] = ['<!-- measured: made by npm run bench -- --write -->', '<!-- end of measured -->'];

const levelIn = (options: readonly string[]): Level => (options.includes('--quick') ? 'quick' : 'default');

async function measureAll(level: Level): Promise<Results> {
	const lines = plan(level);
	const all: Array<{ line: Line; row: Row }> = [];
	for (const [at, line] of lines.entries()) {
		await step(`${at + 1}/${lines.length} ${line.group}: ${line.name}`, async () => {
			const row = rowOf(line, await measured(line.task, line.setup));
			all.push({ line, row });
			report(`  ${row.value.toFixed(0)} ${row.unit}`);
		});
	}
	return resultsOf(level, all, await step('Package', async () => packageCost(20)));
}

/** The document with its tables replaced. Throws when it has no place for them. */
function withTables(document: string, results: Results): string {
	const [from, to] = [document.indexOf(BEGIN), document.indexOf(END)];
	if (from < 0 || to < from) throw new Error(`docs/performance.md lacks "${BEGIN}" or "${END}"`);
	const { cores, arch, memoryGB, node } = results.machine;
	const where = `One run of \`npm run bench${results.level === 'default' ? '' : ` -- --${results.level}`}\` on ${cores} cores (${arch}), ${memoryGB} GB of memory, Node.js ${node.slice(1)}; client, n8n's engine and service share the cores.`;
	return `${document.slice(0, from)}${BEGIN}\n\n${where}\n\n${asMarkdown(results)}\n\n${document.slice(to)}`;
}

async function main(): Promise<void> {
	const options = process.argv.slice(2);
	const unknown = options.filter((option) => !['--quick', '--write'].includes(option));
	if (unknown.length)
		throw new Error(`unknown: ${unknown.join(' ')}. Options: --quick (1 minute), --write (docs/performance.*)`);
	const results = await measureAll(levelIn(options));
	const write = options.includes('--write');
	const json = write ? join(DOCS, 'performance.json') : join(tmpdir(), 'n8n-nodes-file-library-bench.json');
	writeFileSync(
		json,
		`${JSON.stringify(results, (_, value: unknown) => (typeof value === 'number' ? Number(value.toPrecision(5)) : value), '\t')}\n`,
	);
	if (write) {
		const page = join(DOCS, 'performance.md');
		writeFileSync(page, withTables(readFileSync(page, 'utf8'), results));
		writeFileSync(join(DOCS, 'performance.svg'), plot(results.growth));
	}
	process.stdout.write(
		`\n${asText(results)}\n\nWritten: ${json}${write ? ', docs/performance.md, docs/performance.svg' : ''}\n`,
	);
}

main().catch((error: unknown) => {
	console.error(error);
	process.exitCode = 1;
});
