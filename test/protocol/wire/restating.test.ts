import { decodeAnswer } from '../../../src/protocol/wire/decode';

/* A failure is said once: the service's text is added where it says more than our sentence for its code. */

const MISSING = 'The file or folder does not exist or was deleted';
const DENIED = "You don't have permission for this operation";

test.each<[number, string, string]>([
	// the code is known and the text repeats it
	[40402, 'file or folder does not exist', MISSING],
	[40402, 'File not found!', MISSING],
	[40402, "file or folder 'Contracts/a.pdf' does not exist", `${MISSING}: "Contracts/a.pdf"`],
	[40402, '“Bob’s file.txt” does not exist', `${MISSING}: "Bob’s file.txt"`],
	[40402, '文件不存在', MISSING],
	[40402, '「合同.txt」不存在', `${MISSING}: "合同.txt"`],
	[40310, 'permission denied', DENIED],
	[40321, 'library is full', 'The library is full'],
	[40402, "files don't exist", MISSING],
	[40402, '"a" and "b" do not exist', `${MISSING}: "a", "b"`],
	[40402, 'file"a"not found', `${MISSING}: "a"`],
	[40402, '', MISSING],
	// the text says more, in part with the same words
	[40402, 'his file does not exist', `${MISSING}: his file`],
	[40310, 'no file_write on Contracts', `${DENIED}: no file_write on Contracts`],
	[40402, 'version 7 does not exist', `${MISSING}: version 7`],
	[40402, "the parent of 'a' does not exist", `${MISSING}: the parent of 'a'`],
	[40402, "Bob's file doesn't exist", `${MISSING}: Bob's file`],
	// the code is not known, so the text is all there is
	[40099, '文件名无效', 'The service refused the request: 文件名无效'],
	[40003, "parameter 'deadline' is wrong", "The service refused the request: parameter 'deadline' is wrong"],
])('%i with "%s"', (code, said, message) => {
	const status = Number(String(code).slice(0, 3));
	const text = JSON.stringify({ error_code: code, error_msg: said });
	expect(() => decodeAnswer('libraryFileInfo', { status, headers: {}, text }, 0)).toThrow(
		new Error(`${message} (error ${code}, HTTP ${status})`),
	);
});
