import { decodeAnswer } from '../../../src/protocol/wire/decode';
import { hasTrait, isKnownCode, isTokenRefused, mayHaveTrait, meaningOf } from '../../../src/protocol/wire/errorCodes';

test.each([
	[{ status: 401, code: 40102 }, true],
	[{ status: 200, code: 40102 }, true],
	[{ status: 401 }, true],
	[{ status: 401, code: 401 }, true],
	[{ status: 401, code: 401041 }, false],
	[{ status: 401, code: 40103 }, false],
	[{ status: 403, code: 40310 }, false],
	[{ status: 403 }, false],
])('%j means a refused token: %s', (error, refused) => expect(isTokenRefused(error)).toBe(refused));

test.each([
	['damagedPart', [40001, 40002, 40003], [true, true, false]],
	['noPreview', [40017, 40402], [true, false]],
	['accountBlocked', [40302, 40310], [true, false]],
	['entryMissing', [40402, 40401, 40404], [true, false, false]],
	['permissionMissing', [40306, 40310, 40501, 40302, 401041, 'toString'], [true, true, true, false, false, false]],
	// A member, a department or an account, not a file.
	['memberOrDepartmentMissing', [40406, 40407, 40420, 40402], [true, true, true, false]],
] as const)('%s of the codes %j', (trait, codes, expected) => {
	expect(codes.map((code) => hasTrait({ code }, trait))).toEqual(expected);
	expect(hasTrait({}, trait)).toBe(false);
});

/* What a refusal may mean where its code is not known, and which status it has (client facts 3.2). */

test.each<[number | string | undefined, boolean]>([
	[40402, true],
	['invalid_grant', true],
	[40499, false],
	['toString', false],
	[undefined, false],
])('the code %s is known: %s', (code, known) => expect(isKnownCode(code)).toBe(known));

test('a code that is not known means what its status means', () => {
	expect(meaningOf(404, 40499)).toEqual(meaningOf(404, undefined));
	expect(meaningOf(200, 40499)).toEqual(meaningOf(404, undefined));
	expect(meaningOf(500, undefined).kind).toBe('busy');
	expect(meaningOf(500, 'toString')).toEqual(meaningOf(500, undefined));
});

test.each<[{ status?: number; code?: number | string }, boolean, boolean]>([
	// known codes: what the table says, whatever the status
	[{ status: 401, code: 401041 }, true, false],
	[{ status: 401, code: 401010 }, true, true],
	[{ status: 400, code: 'invalid_client' }, true, false],
	[{ status: 400, code: 'unsupported_grant_type' }, false, true],
	// others: refusals that say no more
	[{ status: 400 }, true, true],
	[{ status: 401, code: 'strange' }, true, true],
	[{ status: 403 }, true, true],
	[{ status: 200, code: 40199 }, true, true],
	[{ status: 200, code: 40499 }, false, false],
	[{ status: 500 }, false, false],
	[{ code: 40199 }, false, false],
])('%j may be the clock: %s, a spent refresh token: %s', (refusal, clock, token) => {
	expect(mayHaveTrait(refusal, 'clock')).toBe(clock);
	expect(mayHaveTrait(refusal, 'refreshTokenSpent')).toBe(token);
});

/* A failure is said once: the service's text is added where it says more than our sentence for its code. */

const MISSING = 'The file or folder does not exist or was deleted';
const DENIED = "You don't have permission for this operation";

test.each<[number, string, string]>([
	// the code is known and the text repeats it
	[40402, 'file or folder does not exist', MISSING],
	[40402, "file or folder 'Contracts/a.pdf' does not exist", `${MISSING}: "Contracts/a.pdf"`],
	[40402, '“Bob’s file.txt” does not exist', `${MISSING}: "Bob’s file.txt"`],
	[40402, '文件不存在', MISSING],
	[40402, '「合同.txt」不存在', `${MISSING}: "合同.txt"`],
	[40310, 'permission denied', DENIED],
	[40402, "files don't exist", MISSING],
	[40402, '"a" and "b" do not exist', `${MISSING}: "a", "b"`],
	[40402, 'file"a"not found', `${MISSING}: "a"`],
	[40402, '', MISSING],
	// the text says more, in part with the same words
	[40402, 'his file does not exist', `${MISSING}: his file`],
	[40310, 'no file_write on Contracts', `${DENIED}: no file_write on Contracts`],
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
