import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { ESLint } from 'eslint';
import type { INodeType } from 'n8n-workflow';

/**
 * Lints the forms. They are derived from the catalogue when a node is loaded, so the official rules, which read
 * source text, see nothing of them. This writes each loaded description as the literal a person would have written,
 * to generated/<Name>/<Name>.node.ts (as deep as nodes/<Name>/, so that icons resolve), and lints that with the
 * project's own configuration. Exits with 1 on a problem.
 */
const root = process.cwd();
const generated = path.join(root, 'generated');

/** A name that contains a field of an item, which is written as the item has it; the rules want title case. */
const WITH_FIELD = /^\t+name: "Return exists: false",$/gm;
const MISCASED = 'n8n-nodes-base/node-param-display-name-miscased';

/** Source text of a node class with the description of a loaded one; JSON, with the names of its fields bare. */
function sourceOf(name: string, node: INodeType): string {
	// Webhooks are left out: their rule wants the methods beside them, and nodes/ is linted for that.
	const { webhooks: _webhooks, ...description } = node.description;
	const literal = JSON.stringify(description, null, '\t')
		.replace(/^(\t+)"([A-Za-z_$][\w$]*)":/gm, '$1$2:')
		.replace(/^\t+"main"/gm, 'NodeConnectionTypes.Main')
		.replace(WITH_FIELD, `$& // eslint-disable-line ${MISCASED}`);
	return `import { NodeConnectionTypes, type INodeType, type INodeTypeDescription } from 'n8n-workflow';

export class ${name} implements INodeType {
	description: INodeTypeDescription = ${literal};
}
`;
}

function nodeFiles(): string[] {
	return readdirSync(path.join(root, 'nodes'), { recursive: true, encoding: 'utf8' })
		.filter((file) => file.endsWith('.node.ts'))
		.sort()
		.map((file) => path.join(root, 'nodes', file));
}

function write(file: string): void {
	const name = path.basename(file, '.node.ts');
	// tsx makes require read TypeScript; import() would wrap the CommonJS exports in a default.
	const loaded = module.require(file) as Record<string, new () => INodeType>;
	const Node = loaded[name];
	if (!Node) throw new Error(`${path.relative(root, file)} exports no class ${name}`);
	const folder = path.join(generated, name);
	mkdirSync(folder, { recursive: true });
	writeFileSync(path.join(folder, `${name}.node.ts`), sourceOf(name, new Node()));
}

/** The display name of the property that a line belongs to: the last one at or above it. */
const propertyAt = (lines: readonly string[], line: number): string =>
	lines
		.slice(0, line + 2)
		.flatMap((text) => /^\s*displayName: (.*),$/.exec(text)?.[1] ?? [])
		.at(-1) ?? '?';

/** The problems of one form as lines for a person: where, which rule, and the source line. */
function problemsOf({ filePath, messages }: ESLint.LintResult): string[] {
	const lines = readFileSync(filePath, 'utf8').split('\n');
	return messages.map(({ line, ruleId, message }) => {
		const where = `${path.relative(root, filePath)}:${line} (${propertyAt(lines, line - 1)})`;
		return `${where}\n\t${ruleId ?? 'parser'}: ${message}\n\t> ${lines[line - 1]?.trim() ?? ''}`;
	});
}

async function main(): Promise<void> {
	rmSync(generated, { recursive: true, force: true });
	const files = nodeFiles();
	if (files.length === 0) throw new Error('No node files under nodes/: nothing would be checked');
	files.forEach(write);

	// eslint.config.mjs ignores generated/ for `eslint .`; here it is what should be linted.
	const eslint = new ESLint({ cwd: root, overrideConfig: [{ ignores: ['!generated', '!generated/**'] }] });
	const results = await eslint.lintFiles(['generated/**/*.node.ts']);
	if (results.length !== files.length) throw new Error(`${files.length} nodes, but ${results.length} forms linted`);

	const problems = results.flatMap(problemsOf);
	for (const problem of problems) console.log(problem);
	console.log(`${results.length} forms linted, ${problems.length} problems`);
	if (problems.length > 0) process.exitCode = 1;
}

void main();
