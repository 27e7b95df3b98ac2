import { useFailures } from '../support/failures';
import { by, on } from '../support/library';

/* A refusal in the words of the form: the field by its label, what is missing by its name, and nothing twice. */

const f = useFailures();
beforeEach(() => f.emulator.faults.clear());

const refuse = (match: string, code: number, text: string): void => {
	const status = Number(String(code).slice(0, 3));
	f.emulator.faults.add({ match, action: { status, body: { error_code: code, error_msg: text } }, times: 100 });
};
const file = by('path', 'Docs/a.txt');

test.each([
	["parameter 'fullpath' is invalid", 'it is invalid'],
	['fullpath error', '"File" error'],
	['the value of "fullpath" is wrong', 'the value of "File" is wrong'],
	["'fullpath' should begin with 'Docs/fullpath'", "it should begin with 'Docs/fullpath'"],
])('a 400 that says "%s" names the field of the form', async (text, said) => {
	refuse('/file/info', 40003, text);
	await f.expectFailure(on('file', 'get', { file }), {
		message: new RegExp(`^File: the service refused the request: ${said} \\(error 40003, HTTP 400\\)`),
		description: /^Correct this field of the node\./,
		sent: true,
	});
});

test('a parameter that is no field of the operation, or only a word of a path, names none', async () => {
	for (const text of ['parameter dateline is invalid', "'my fullpath.txt' is wrong"]) {
		f.emulator.faults.clear();
		refuse('/file/info', 40003, text);
		await f.expectFailure(on('file', 'get', { file }), {
			message: /^The service refused the request: /,
			sent: true,
		});
	}
});

const folders = { sourceFolder: by('path', 'Docs'), targetFolder: by('path', 'Copy') };
const PLAN = on('folder', 'mirror', { ...folders, dryRun: false });
test.each([
	[PLAN, '/file/ls', 'the request was refused'],
	[PLAN, '/file/ls', 'dry_run or output: no such thing'],
	[on('link', 'getMany', { returnAll: true }), '/file/links', 'the file is of another type'],
	[on('link', 'closeMany', { dryRun: false, filters: { neverExpires: true } }), '/file/links', 'no such state'],
	[on('folder', 'getMany', { options: { includeSubfolders: true } }), '/file/ls', 'an order that nobody gave'],
])('a refusal that names no parameter names no field (%#)', async (parameters, match, text) => {
	refuse(match, 40003, text);
	await f.expectFailure(parameters, { message: /(^|: )The service refused the request: |HTTP 400/, sent: true });
	const { error } = await f.run(parameters);
	const field = /^(Dry Run|Output|Files Only|Source|Include|Return|Order|Type|[A-Z][\w ]*: the service)/;
	expect(error?.message).not.toMatch(field);
});

test.each([
	["invalid parameter 'file'", /^Files Only: the service refused/],
	['the file is locked', /^The service refused/],
])('a word that is a parameter too: "%s"', async (text, message) => {
	refuse('/file/links', 40003, text);
	await f.expectFailure(on('link', 'getMany', { returnAll: true }), { message, sent: true });
});

test('an ID in place of a path, where only a path can be used', async () => {
	const parameters = on('link', 'create', { file: by('path', '0123456789abcdef0123456789abcdef01234567') });
	const description = /^This looks like an ID, but only a path can be used here/;
	await f.expectFailure(parameters, { message: /does not exist/, description, sent: true });
});

test.each([
	["file or folder 'Docs/nothing.txt' does not exist", 'named by the service'],
	['file not found', 'not named by the service'],
	['文件不存在', 'said in another language'],
])('what does not exist is said once, with its path (%s)', async (text) => {
	refuse('/file/info', 40402, text);
	await f.expectFailure(on('file', 'get', { file: by('path', 'Docs/nothing.txt') }), {
		message: /^The file or folder does not exist or was deleted: "Docs\/nothing.txt" \(error 40402, HTTP 404\)/,
		description: /^Upper and lower case count; include the folder/,
		sent: true,
	});
});

test('a path that the text of the service has already is not added to it', async () => {
	refuse('/file/info', 40402, 'version 7 of Docs/nothing.txt does not exist');
	await f.expectFailure(on('file', 'get', { file: by('path', 'Docs/nothing.txt') }), {
		message: /was deleted: version 7 of Docs\/nothing\.txt \(error 40402, HTTP 404\)/,
		sent: true,
	});
});
