import {
	hasNoPreview,
	isAccountBlocked,
	isDamagedPart,
	isPermissionMissing,
	isRefreshTokenSpent,
	isSignatureRefused,
	isTokenRefused,
} from '../../../src/protocol/wire/errorCodes';

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
	expect(isRefreshTokenSpent(code)).toBe(spent),
);

test.each([400012, 40104, 401041])('%d is a refused signature, not a refused token', (code) => {
	expect(isSignatureRefused({ code })).toBe(true);
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
	expect(isPermissionMissing(code)).toBe(missing),
);

test('a damaged part, a missing preview, and a code that is the name of a method', () => {
	expect([40001, 40002, 40003, undefined].map(isDamagedPart)).toEqual([true, true, false, false]);
	expect([40017, 40402].map(hasNoPreview)).toEqual([true, false]);
	expect([40302, 40310].map(isAccountBlocked)).toEqual([true, false]);
	expect(isPermissionMissing('toString')).toBe(false);
});
