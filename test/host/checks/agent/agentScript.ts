import assert from 'node:assert/strict';
import type { Question, Step } from './chatModel';

/* What the model does with the tools, and what it must be told each time. */

const SUMMARY = '# Summary\n\nThe offer, 合同, in one sentence.\n';
/** Where the summary is stored. */
const SUMMARY_PATH = 'Summaries/offer.md';
const OFFER = 'Contracts/offer.txt';

/** What each tool must say of itself, and the arguments that it takes. */
const TOOLS: Readonly<Record<string, readonly [description: RegExp, args: readonly string[]]>> = {
	Find_files: [/^In File Library:\nFind .*name, tag or content/, ['Search_Text']],
	Read_a_file: [/text.*link/, ['Path']],
	Write_a_text_file: [/^In File Library:\nStore text as a file in the library\.$/, ['Folder', 'Name', 'Text']],
	Share_a_file: [/^In File Library:\nShare .*link/, ['Path']],
	Delete_for_good: [/^Delete a file or folder .*\nMay need Allow Permanent Deletion\.$/, ['Path']],
};

function requireTools({ tools }: Question): void {
	assert.deepEqual(tools.map(({ name }) => name).sort(), Object.keys(TOOLS).sort());
	for (const { name, description, parameters } of tools) {
		const [says, args] = TOOLS[name] ?? [];
		assert.match(description, says ?? /-/, `${name}: ${description}`);
		assert.deepEqual(Object.keys(parameters.properties ?? {}).sort(), args, name);
		for (const argument of Object.values(parameters.properties ?? {})) assert.ok(argument.description, name);
	}
}

/** Find, read (first at a wrong path), write, read again, share, and try to delete. */
export const SCRIPT: readonly Step[] = [
	(question) => {
		requireTools(question);
		return { tool: 'Find_files', args: { Search_Text: 'offer' } };
	},
	({ answer }) => {
		assert.ok(answer.includes(`"${OFFER}"`), answer);
		return { tool: 'Read_a_file', args: { Path: 'Contracts/ofer.txt' } };
	},
	({ answer }) => {
		// By this message alone the model knows what was wrong and what to do.
		assert.match(answer, /does not exist.*Contracts\/ofer\.txt.*list the folder/i);
		assert.doesNotMatch(answer, /\[item|stack/i);
		return { tool: 'Read_a_file', args: { Path: OFFER } };
	},
	({ answer }) => {
		assert.match(answer, /"text":"[^"]{5}/);
		assert.match(answer, /"truncated":false/);
		return { tool: 'Write_a_text_file', args: { Text: SUMMARY, Name: 'offer.md', Folder: 'Summaries' } };
	},
	({ answer }) => {
		assert.ok(answer.includes(`"fullpath":"${SUMMARY_PATH}"`), answer);
		return { tool: 'Read_a_file', args: { Path: SUMMARY_PATH } };
	},
	({ answer }) => {
		assert.ok(answer.includes(JSON.stringify(SUMMARY).slice(1, -1)), answer);
		return { tool: 'Share_a_file', args: { Path: SUMMARY_PATH } };
	},
	({ answer }) => {
		assert.match(answer, /"link":"https?:/);
		return { tool: 'Delete_for_good', args: { Path: OFFER } };
	},
	({ answer }) => {
		assert.match(answer, /deletes for good.*has not allowed.*Do not try again.*Allow Permanent Deletion/);
		return { tool: 'Read_a_file', args: { Path: OFFER } };
	},
	({ answer }) => {
		assert.match(answer, /"text":"/, 'the file is still there');
		return { say: 'The summary is shared.' };
	},
];
