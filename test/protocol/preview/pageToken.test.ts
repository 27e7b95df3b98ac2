import { openToken, sealToken, type PageClaims } from '../../../src/protocol/preview/pageToken';

const SECRET = 'library-secret-0123456789';
const NOW = 1_800_000_000;
const claims: PageClaims = {
	file: { hash: 'abc', fullpath: 'Geheim/合同.pdf', filename: '合同.pdf' },
	viewer: null,
	loadId: 'l',
	issued: NOW,
};
const token = sealToken(claims, 'contracts', SECRET);

test('the claims are read back, and are not readable by others', () => {
	expect(openToken(token, 'contracts', SECRET, NOW)).toEqual(claims);
	expect(Buffer.from(token, 'base64url').toString('utf8')).not.toMatch(/Geheim|abc/);
	expect(sealToken(claims, 'contracts', SECRET)).not.toBe(token);
});
test.each([
	undefined,
	null,
	7,
	{},
	[token],
	'',
	'A',
	token.slice(1),
	`${token}A`,
	`${token}=`,
	` ${token}`,
	'A'.repeat(20_000),
])('a value that is not a token is refused (%#)', (wrong) => {
	expect(openToken(wrong, 'contracts', SECRET, NOW)).toBeUndefined();
});
test('a token from the future was issued by a wrong clock, unless the clocks differ by minutes only', () => {
	expect(openToken(token, 'contracts', SECRET, NOW - 300)).toEqual(claims);
	expect(openToken(token, 'contracts', SECRET, NOW - 301)).toBeUndefined();
	expect(openToken(token, 'contracts', SECRET, NOW - 301, true)).toBeUndefined();
});
test('a token expires after twelve hours, and can be renewed for another week', () => {
	expect(openToken(token, 'contracts', SECRET, NOW + 12 * 3600)).toEqual(claims);
	expect(openToken(token, 'contracts', SECRET, NOW + 12 * 3600 + 1)).toBeUndefined();
	expect(openToken(token, 'contracts', SECRET, NOW + 12 * 3600 + 1, true)).toEqual(claims);
	expect(openToken(token, 'contracts', SECRET, NOW + 12 * 3600 + 7 * 86_400 + 1, true)).toBeUndefined();
});
