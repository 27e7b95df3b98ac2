import { readdirSync } from 'node:fs';
import path from 'node:path';
import { NodeHelpers, type INode, type INodeTypeDescription } from 'n8n-workflow';
import { read, ROOT } from './imports';
import { allNodes } from '../contract/actionNodes';

/* Samples fit the forms of today, and their mails have one layout, a greeting, a button, and a last day. */

type Parameters = INode['parameters'];
interface Sample {
	readonly name: string;
	readonly nodes: readonly INode[];
	readonly connections: Readonly<
		Record<string, Readonly<Record<string, ReadonlyArray<ReadonlyArray<{ node: string }>>>>>
	>;
}

const FILES = readdirSync(path.join(ROOT, 'workflows')).filter((name) => name.endsWith('.json'));
const sampleIn = (file: string): Sample => JSON.parse(read(`workflows/${file}`)) as Sample;
const SAMPLES = FILES.map((file) => [file, sampleIn(file)] as const);

const DESCRIPTIONS = new Map(allNodes.map(({ description }) => [description.name, description] as const));

/** Parameters of a node that its form does not show, by their paths. */
function unknownParameters(node: INode, description: INodeTypeDescription): string[] {
	const { properties } = description;
	const shown = NodeHelpers.getNodeParameters(properties, node.parameters, true, false, node, description) ?? {};
	// A picker has a name for its value, and a polling node a schedule, which no property of the node describes.
	const own = Object.fromEntries(Object.entries(node.parameters).filter(([name]) => name !== 'pollTimes'));
	return missingIn(shown, own);
}

function missingIn(shown: unknown, own: Parameters[string] | Parameters, at = ''): string[] {
	if (typeof own !== 'object' || own === null || '__rl' in own) return [];
	return Object.entries(own).flatMap(([name, value]) => {
		const place = at === '' ? name : `${at}.${name}`;
		const known = typeof shown === 'object' && shown !== null && name in shown;
		return known ? missingIn((shown as Parameters)[name], value as Parameters, place) : [place];
	});
}

function formProblems({ nodes }: Sample): string[] {
	return nodes.flatMap((node) => {
		const description = DESCRIPTIONS.get((node.type.split('.')[1] ?? '').replace(/Tool$/, ''));
		if (!node.type.startsWith('n8n-nodes-file-library.')) return [];
		if (!description) return [`${node.name}: there is no ${node.type}`];
		return unknownParameters(node, description).map((each) => `${node.name}: ${each}`);
	});
}

function wiringProblems({ nodes, connections }: Sample): string[] {
	const names = new Set(nodes.map(({ name }) => name));
	const targets = Object.values(connections).flatMap((kinds) =>
		Object.values(kinds)
			.flat(2)
			.map(({ node }) => node),
	);
	const spoken = [...JSON.stringify(nodes).matchAll(/\$\('([^']+)'\)/g)].map(([, name = '']) => name);
	return [...Object.keys(connections), ...targets, ...spoken].filter((name) => !names.has(name));
}

test.each(SAMPLES)('%s fits the forms, and its nodes know each other', (_file, sample) => {
	expect([...formProblems(sample), ...wiringProblems(sample)]).toEqual([]);
});

const mailsIn = ({ nodes }: Sample): INode[] => nodes.filter(({ type }) => type === 'n8n-nodes-base.emailSend');
const isQuestion = ({ parameters }: INode): boolean => parameters.operation === 'sendAndWait';
const LAYOUTS = SAMPLES.flatMap(([file, sample]) =>
	mailsIn(sample)
		.filter((mail) => !isQuestion(mail))
		.map((mail) => [`${file}, ${mail.name}`, sample, mail] as const),
);
const QUESTIONS = SAMPLES.flatMap(([file, sample]) =>
	mailsIn(sample)
		.filter(isQuestion)
		.map((mail) => [`${file}, ${mail.name}`, mail.parameters] as const),
);

test('samples send mails, and ask by mail', () => {
	expect(LAYOUTS.length).toBeGreaterThan(8);
	expect(QUESTIONS.length).toBeGreaterThan(3);
});

test('all mails have one layout, with a text beside the HTML', () => {
	const layouts = LAYOUTS.map(([, , { parameters }]) => [parameters.emailFormat, parameters.html, parameters.text]);
	expect(new Set(layouts.map((layout) => JSON.stringify(layout))).size).toBe(1);
	const [[format, html, text] = []] = layouts;
	expect(format).toBe('both');
	for (const slot of ['subject', 'text', 'link', 'button', 'note']) expect(html).toContain(`$json.${slot}`);
	for (const slot of ['text', 'link', 'button', 'note']) expect(text).toContain(`$json.${slot}`);
	// What a file is called, or what a reader comments, is no markup.
	expect(html).not.toMatch(/\$json\.(?:text|subject|link|button|note)(?!\.replace\(\/\[&<>"\]\/g| [?])/);
});

test.each(LAYOUTS)('%s: what is written has a greeting and a button', (_name, { nodes, connections }, mail) => {
	expect(mail.parameters.subject).toBe('={{ $json.subject }}');
	const writers = nodes.filter(({ name }) =>
		Object.values(connections[name] ?? {})
			.flat(2)
			.some(({ node }) => node === mail.name),
	);
	expect(writers).toHaveLength(1);
	const [writer] = writers;
	const code = String(writer?.parameters.jsCode ?? JSON.stringify(writer?.parameters));
	expect(code).toMatch(/Hello/);
	// After an answer there is nothing left to open.
	const slots = code.includes('not needed any more') ? ['subject', 'text'] : ['subject', 'text', 'button', 'link'];
	for (const slot of slots) expect(code).toContain(slot);
});

test.each(QUESTIONS)('%s: a question has a greeting, two answers and a last day', (_name, parameters) => {
	const { message, approvalOptions, options } = parameters as unknown as {
		message: string;
		approvalOptions: { values: object };
		options: { limitWaitTime: { values: { resumeAmount: number; resumeUnit: string } } };
	};
	const { resumeAmount, resumeUnit } = options.limitWaitTime.values;
	expect(message).toMatch(/^=Hello,\n\n/);
	expect(message).toMatch(/hen you approve/);
	expect(message).toContain(`Please decide by {{ $now.plus(${resumeAmount}, '${resumeUnit}').toFormat(`);
	expect(message).not.toMatch(/\blink\b[^s]*\}\}/);
	expect(approvalOptions.values).toEqual({
		approvalType: 'double',
		approveLabel: 'Approve',
		disapproveLabel: 'Decline',
	});
});

test('a name that no form has, and a node that is not there, are found', () => {
	const sample = sampleIn('quota-alert.json');
	const nodes = sample.nodes.map((node) =>
		node.name === 'Space' ? { ...node, parameters: { ...node.parameters, percent: 1 } } : node,
	);
	expect(formProblems({ ...sample, nodes })).toEqual(['Space: percent']);
	expect(wiringProblems({ ...sample, connections: { Gone: {} } })).toEqual(['Gone']);
});
