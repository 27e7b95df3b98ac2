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
	["parameter 'fullpath' is invalid", 'File'],
	['fullpath error', 'File'],
	['the value of "fullpath" is wrong', 'File'],
])('a 400 that says "%s" names the field of the form', async (text, label) => {
	refuse('/file/info', 40003, text);
	await f.expectFailure(on('file', 'get', { file }), {
		message: new RegExp(`^${label}: the service refused the request: .*fullpath.* \\(error 40003, HTTP 400\\)`),
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

test.each([
	["file or folder 'Docs/nothing.txt' does not exist", 'named by the service'],
	['file not found', 'not named by the service'],
	['文件不存在', 'said in another language'],
])('what does not exist is said once, with its path (%s)', async (text) => {
	refuse('/file/info', 40402, text);
	await f.expectFailure(on('file', 'get', { file: by('path', 'Docs/nothing.txt') }), {
		message: /^The file or folder does not exist or was deleted: "Docs\/nothing.txt" \(error 40402, HTTP 404\)/,
		description: /^Check that it exists/,
		sent: true,
	});
});

test('the emulator, as the service, is not repeated either', async () => {
	await f.expectFailure(on('file', 'get', { file: by('path', 'Docs/nothing.txt') }), {
		message: /^The file or folder does not exist or was deleted: "Docs\/nothing.txt" \(error 40402, HTTP 404\)/,
		sent: true,
	});
});

test('a path that the text of the service has already is not added to it', async () => {
	refuse('/file/info', 40402, 'version 7 of Docs/nothing.txt does not exist');
	await f.expectFailure(on('file', 'get', { file: by('path', 'Docs/nothing.txt') }), {
		message: /was deleted: version 7 of Docs\/nothing\.txt does not exist \(error 40402, HTTP 404\)/,
		sent: true,
	});
});
