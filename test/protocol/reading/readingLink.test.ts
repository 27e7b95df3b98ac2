import {
	isReadingRequest,
	openReading,
	readingAddress,
	type ReadingClaims,
	sealReading,
	secretCheck,
} from '../../../src/protocol/reading/readingLink';

/* What a reading link says, and who can read it. */

const CLAIMS: ReadingClaims = {
	id: 'A1b2C3d4E5f6G7h8',
	viewer: '张伟 "Z"',
	file: '2b0d1a6d',
	ask: 'approve',
	comment: true,
	sameContent: true,
	allPages: false,
	issued: 1_790_000_000,
};
const sealed = sealReading(CLAIMS, '12', 'secret');

test('a link opens with the same secret in the same execution', () => {
	expect(openReading(sealed, '12', 'secret')).toEqual(CLAIMS);
	expect(openReading(sealed, '13', 'secret')).toBeUndefined();
	expect(openReading(sealed, '12', 'other')).toBeUndefined();
});

test('the same link is never sealed the same way, and shows nothing', () => {
	expect(sealReading(CLAIMS, '12', 'secret')).not.toBe(sealed);
	expect(sealed).toMatch(/^[\w-]+$/);
	const bytes = Buffer.from(sealed, 'base64url').toString('latin1');
	for (const word of ['approve', CLAIMS.id, CLAIMS.file]) expect(bytes).not.toContain(word);
});

test('no letter of it can be changed, added or left out', () => {
	for (let at = 0; at < sealed.length; at += 1) {
		const other = sealed[at] === 'A' ? 'B' : 'A';
		expect(openReading(`${sealed.slice(0, at)}${other}${sealed.slice(at + 1)}`, '12', 'secret')).toBeUndefined();
	}
	for (const text of ['', 'A', `${sealed}A`, `${sealed}=`, ` ${sealed}`, sealed.slice(0, -1), undefined, 7, [sealed]])
		expect(openReading(text, '12', 'secret')).toBeUndefined();
	expect(openReading('A'.repeat(100_000), '12', 'secret')).toBeUndefined();
});

test('the address keeps what n8n asks for, and n8n answers it with a page', () => {
	expect(readingAddress('https://n8n.example.com/n8n/webhook-waiting/12?signature=abc', 'xyz')).toBe(
		'https://n8n.example.com/n8n/webhook-waiting/12/reading?signature=abc&reading=xyz&page=form-waiting',
	);
});

test('slashes at the end of the address are one', () => {
	expect(readingAddress('https://n8n.example.com//webhook-waiting/12//', 'x')).toBe(
		'https://n8n.example.com//webhook-waiting/12/reading?reading=x&page=form-waiting',
	);
});

test('the longest text that a link may carry is opened', () => {
	const claims = { ...CLAIMS, viewer: 'x'.repeat(6000) };
	const long = sealReading(claims, '12', 'secret');
	expect(long.length).toBeLessThanOrEqual(8192);
	expect(openReading(long, '12', 'secret')).toEqual(claims);
	expect(
		openReading(sealReading({ ...CLAIMS, viewer: 'x'.repeat(6100) }, '12', 'secret'), '12', 'secret'),
	).toBeUndefined();
});

test.each<[unknown, boolean]>([
	[{ id: 'a', execution: '1' }, true],
	[{ id: 'a' }, false],
	[{ execution: '1' }, false],
	[{ id: 1, execution: '1' }, false],
	[{ id: 'a', execution: 1 }, false],
	[null, false],
	['a', false],
])('%j looks like a request: %s', (value, expected) => expect(isReadingRequest(value)).toBe(expected));

test('a check tells secrets and requests apart', () => {
	const checks = [secretCheck('a', 's'), secretCheck('a', 't'), secretCheck('b', 's')];
	expect(new Set(checks).size).toBe(3);
	expect(secretCheck('a', 's')).toBe(checks[0]);
});
