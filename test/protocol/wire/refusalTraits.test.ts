import { isKnownCode, mayHaveTrait, meaningOf, statusOf } from '../../../src/protocol/wire/errorCodes';

/* What a refusal may mean where its code is not known, and which status it has (client facts 3.2). */

test.each<[number, number | string | undefined, number]>([
	[404, 50001, 404],
	[400, 40402, 400],
	[200, 40402, 404],
	[399, 40402, 404],
	[200, 401041, 401],
	[200, 'quota', 400],
	[200, undefined, 400],
	[503, 'quota', 503],
])('status %d with code %s is %d', (status, code, expected) => expect(statusOf(status, code)).toBe(expected));

test.each<[number | string | undefined, boolean]>([
	[40402, true],
	['invalid_grant', true],
	[40499, false],
	['toString', false],
	['undefined', false],
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
	[{ status: 403, code: 40310 }, false, false],
	// others: refusals that say no more
	[{ status: 400 }, true, true],
	[{ status: 401, code: 'strange' }, true, true],
	[{ status: 403 }, true, true],
	[{ status: 200, code: 40199 }, true, true],
	[{ status: 200, code: 40499 }, false, false],
	[{ status: 404 }, false, false],
	[{ status: 500 }, false, false],
	[{ code: 40199 }, false, false],
	[{}, false, false],
])('%j may be the clock: %s, a spent refresh token: %s', (refusal, clock, token) => {
	expect(mayHaveTrait(refusal, 'clock')).toBe(clock);
	expect(mayHaveTrait(refusal, 'refreshTokenSpent')).toBe(token);
});
