import assert from 'node:assert/strict';
import type { OfferedTool, Question, Step } from './chatModel';

/* What the model does with the tools, and what it must be told each time. */

const SUMMARY = '# Summary\n\nThe offer, 合同, in one sentence.\n';
/** Where the summary is stored. */
const SUMMARY_PATH = 'Summaries/offer.md';
const OFFER = 'Contracts/offer.txt';

/** What each tool must say of itself, and the arguments that it takes. */
const TOOLS: Readonly<Record<string, readonly [description: RegExp, args: readonly string[]]>> = {
	Find_files: [/^In File Library:\nFind .*name, tag or content/, ['Search_Text']],
	List_a_folder: [/list the files and folders/i, ['Folder']],
	Read_a_file: [/text.*link/, ['Path']],
	Write_a_text_file: [/^In File Library:\nStore text as a file in the library\.$/, ['Folder', 'Name', 'Text']],
	Share_a_file: [/^In File Library:\nShare .*link/, ['Path']],
	Delete_for_good: [/^Delete a file or folder .*\nMay need Allow Permanent Deletion\.$/, ['Path']],
};

/** The arguments of a tool; those of one whose calls a person approves are one level deeper. */
const argumentsOf = ({ parameters: { properties = {} } }: OfferedTool) =>
	properties.toolParameters?.properties ?? properties;

function requireTools({ tools }: Question, reviewed: readonly string[]): void {
	assert.deepEqual(tools.map(({ name }) => name).sort(), Object.keys(TOOLS).sort());
	for (const tool of tools) {
		const { name, description, parameters } = tool;
		const [says, args] = TOOLS[name] ?? [];
		assert.match(description, says ?? /-/, `${name}: ${description}`);
		assert.deepEqual(Object.keys(argumentsOf(tool)).sort(), args, name);
		for (const argument of Object.values(argumentsOf(tool))) assert.ok(argument.description, name);
		assert.equal('toolParameters' in (parameters.properties ?? {}), reviewed.includes(name), name);
	}
}

/** The tools whose calls a person approves. */
const REVIEWED = ['Share_a_file', 'Write_a_text_file'];

/** What a model may know of a file that it found. */
const HIT = ['filesize', 'fullpath', 'modified', 'modified_by', 'tags'];

/** Makes the call of a tool, as the model of this n8n makes it. */
type Call = (tool: string, args: Readonly<Record<string, unknown>>) => ReturnType<Step>;

/** List, find, and read, first at a wrong path. */
const reading = (call: Call, reviewed: readonly string[]): readonly Step[] => [
	(question) => {
		requireTools(question, reviewed);
		return call('List_a_folder', { Folder: '/' });
	},
	({ answer }) => {
		assert.ok(answer.includes('"type":"folder","fullpath":"Contracts"'), answer);
		return call('Find_files', { Search_Text: 'offer' });
	},
	({ answer }) => {
		const hits = JSON.parse(answer) as object[];
		assert.ok(answer.includes(`"${OFFER}"`), answer);
		for (const name of hits.flatMap((hit) => Object.keys(hit))) assert.ok(HIT.includes(name), answer);
		return call('Read_a_file', { Path: 'Contracts/ofer.txt' });
	},
	({ answer }) => {
		// By this message alone the model knows what was wrong and what to do.
		assert.match(answer, /does not exist.*Contracts\/ofer\.txt.*list the folder/i);
		assert.doesNotMatch(answer, /\[item|stack/i);
		return call('Read_a_file', { Path: OFFER });
	},
];

/** Write, read again, share, and try to delete. */
const changing = (call: Call, declined: readonly Step[]): readonly Step[] => [
	({ answer }) => {
		assert.match(answer, /"text":"[^"]{5}/);
		assert.match(answer, /"truncated":false/);
		return call('Write_a_text_file', { Text: SUMMARY, Name: 'offer.md', Folder: 'Summaries' });
	},
	({ answer }) => {
		assert.ok(answer.includes(`"fullpath":"${SUMMARY_PATH}"`), answer);
		assert.doesNotMatch(answer, /transfer|bytes_sent/);
		return call('Read_a_file', { Path: SUMMARY_PATH });
	},
	({ answer }) => {
		assert.ok(answer.includes(JSON.stringify(SUMMARY).slice(1, -1)), answer);
		return call('Share_a_file', { Path: SUMMARY_PATH });
	},
	...declined,
	({ answer }) => {
		assert.match(answer, /"link":"https?:/);
		return call('Delete_for_good', { Path: OFFER });
	},
	({ answer }) => {
		assert.match(answer, /deletes for good.*has not allowed.*Do not try again.*Allow Permanent Deletion/);
		return call('Read_a_file', { Path: OFFER });
	},
	({ answer }) => {
		assert.match(answer, /"text":"/, 'the file is still there');
		return { say: 'The summary is shared.' };
	},
];

/** What the model does. `hasReview`: a person approves the writing, declines the first link and approves the second. */
export function scriptOf(hasReview: boolean): readonly Step[] {
	const reviewed = hasReview ? REVIEWED : [];
	const call: Call = (tool, args) => ({
		tool,
		args: reviewed.includes(tool) ? { toolParameters: args, hitlParameters: {} } : args,
	});
	const tryAgain: Step = ({ answer }) => {
		assert.match(answer, /rejected the tool call to Share a file/);
		return call('Share_a_file', { Path: SUMMARY_PATH });
	};
	return [...reading(call, reviewed), ...changing(call, hasReview ? [tryAgain] : [])];
}
