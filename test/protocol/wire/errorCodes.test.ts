import { hasTrait, isTokenRefused } from '../../../src/protocol/wire/errorCodes';

test.each([
	[{ status: 401, code: 40102 }, true],
	[{ status: 401, code: 40101 }, true],
	[{ status: 200, code: 40102 }, true],
	[{ status: 401 }, true],
	[{ status: 401, code: 401 }, true],
	[{ status: 401, code: 401041 }, false],
	[{ status: 401, code: 40103 }, false],
	[{ status: 403, code: 40310 }, false],
	[{ status: 403 }, false],
])('%j means a refused token: %s', (error, refused) => expect(isTokenRefused(error)).toBe(refused));

test.each([
	['invalid_token', true],
	['invalid_grant', true],
	[401010, true],
	['second_verify', false],
	['access_denied', false],
	['deprecated_client', false],
	[undefined, false],
] as const)('after a refresh refused with %s the full grant is worth an attempt: %s', (code, spent) =>
	expect(hasTrait({ code }, 'refreshTokenSpent')).toBe(spent),
);

test.each([400012, 40104, 401041])('%d is a refused signature, not a refused token', (code) => {
	expect(hasTrait({ code }, 'signature')).toBe(true);
	expect(isTokenRefused({ status: 401, code })).toBe(false);
});

test.each([
	[40302, false],
	[40306, true],
	[40310, true],
	[40501, true],
	[40101, false],
	[401041, false],
	[undefined, false],
])('%s: the same authorization would be refused again: %s', (code, missing) =>
	expect(hasTrait({ code }, 'permissionMissing')).toBe(missing),
);

test.each([
	['damagedPart', [40001, 40002, 40003], [true, true, false]],
	['noPreview', [40017, 40402], [true, false]],
	['accountBlocked', [40302, 40310], [true, false]],
	['permissionMissing', [40310, 'toString'], [true, false]],
	// A member, a department or an account, not a file.
	['memberOrDepartmentMissing', [40406, 40407, 40420, 40402], [true, true, true, false]],
] as const)('%s of the codes %j', (trait, codes, expected) => {
	expect(codes.map((code) => hasTrait({ code }, trait))).toEqual(expected);
	expect(hasTrait({}, trait)).toBe(false);
});
