import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PROJECT } from '../../../../dev/n8n/packagedNodes';
import type { Builder } from './builder';

/* The five minutes of README.md, sentence by sentence: each is something that a person does, and a program too. */

const CHAPTER = /^## Your first workflow, in five minutes$([\s\S]*?)^## /m;

/** The sentences of the numbered steps, in their order. Throws when README.md has no such chapter. */
export function sentences(readme = readFileSync(join(PROJECT, 'README.md'), 'utf8')): string[] {
	const steps = [...(CHAPTER.exec(readme)?.[1] ?? '').matchAll(/^\d+\. (.*)$/gm)].map(([, step = '']) => step);
	if (steps.length === 0) throw new Error('README.md has no numbered steps for the first workflow');
	return steps.flatMap((step) => step.split(/(?<!e\.g\.)(?<=\.(?:\*\*)?) (?=[A-Z*(])/));
}

/** How a sentence is done; the parts are its groups: what is in bold, in code, or in italics. */
type Act = (builder: Builder, one: string, two: string, three: string, four: string, five: string) => Promise<void>;
type Rule = readonly [pattern: RegExp, act: Act];

const RULES: readonly Rule[] = [
	[/^\*\*Create workflow → Add first step → (.+)\.\*\*$/, async (builder, trigger) => await builder.begin(trigger)],
	[/^\*\*＋ → (.+) → (.+)\.\*\*$/, async (builder, node, action) => await builder.addNode(node, action)],
	[/^Enter a \*\*(.+)\*\*, e\.g\. `(.+)`\.$/, async (builder, label, text) => await builder.fill(label, text)],
	[
		/^\*\*(Add Form Element)\*\*: enter `(.+)` as \*\*(.+)\*\*, and choose \*(.+)\* as \*\*(.+)\*\*\.$/,
		async (builder, button, text, label, choice, list) => {
			await builder.press(button);
			await builder.fill(label, text);
			await builder.choose(list, choice);
		},
	],
	[
		/^\*\*Execute step\*\*, choose a file in the form that opens, and submit it: .*\.$/,
		async (builder) => await builder.submitForm(),
	],
	[/^Choose your \*\*(.+)\*\* from the list.*\.$/, async (builder, label) => await builder.pick(label)],
	[
		/^In \*\*(.+)\*\* enter `(.+)`, which means all files of the item\.$/,
		async (builder, label, text) => await builder.fill(label, text),
	],
	[
		/^In \*\*(.+)\*\* choose \*(.+)\* from the list.*\.$/,
		async (builder, label, entry) => await builder.pick(label, entry),
	],
	[
		/^Drag `(.+)` from the input panel into \*\*(.+)\*\*\.$/,
		async (builder, field, label) => await builder.drag(field, label),
	],
	[
		/^Under \*\*(.+)\*\* choose how long, e\.g\. \*(.+)\*\.$/,
		async (builder, label, choice) => await builder.choose(label, choice),
	],
	[/^\*\*Execute step\*\*: .*`(.+)`\)?\.$/, async (builder, field) => await builder.execute(field)],
	[
		/^Enter \*\*From Email\*\*, \*\*To Email\*\* and a \*\*Subject\*\*\.$/,
		async (builder) => {
			await builder.fill('From Email', 'n8n@example.com');
			await builder.fill('To Email', 'me@example.com');
			await builder.fill('Subject', 'A file was shared');
		},
	],
	[/^\*\*Publish\.\*\*$/, async (builder) => await builder.publish()],
	[/^Confirm it with \*\*Publish\*\* once more\.$/, async (builder) => await builder.confirmPublication()],
	[
		/^The public address of the form is the \*\*(.+)\*\* at the top of its first node\.$/,
		async (builder, name) => await builder.visit(name),
	],
];

/** Does what a sentence says. Throws where no rule knows the sentence: then nobody has tried it. */
export async function follow(builder: Builder, sentence: string): Promise<void> {
	for (const [pattern, act] of RULES) {
		const [found, one = '', two = '', three = '', four = '', five = ''] = pattern.exec(sentence) ?? [];
		if (found !== undefined) return await act(builder, one, two, three, four, five);
	}
	throw new Error(`No rule knows the sentence: ${sentence}`);
}
