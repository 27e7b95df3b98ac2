import { createHmac } from 'node:crypto';
import { openToken, sealToken, type PageClaims } from '../../../src/protocol/preview/pageToken';
import { pagePath, readViewerLink, viewerLink } from '../../../src/protocol/preview/viewerLink';

const SECRET = 'library-secret-0123456789';
const PAGE = 'https://n8n.example.com/webhook/contracts';
const NOW = 1_800_000_000;

/** The rule of docs/decisions/0005-preview-page-signing.md, written anew: a JSON list signed with a key of its own. */
function signature(path: string, viewer: string, expires: number | null, file: string | null): string {
	const key = createHmac('sha256', SECRET).update('file-library-viewer-link').digest();
	return createHmac('sha256', key)
		.update(JSON.stringify(['file-library-viewer-link', path, viewer, expires, file]))
		.digest('base64url');
}
const queryOf = (link: string): Record<string, string> => Object.fromEntries(new URL(link).searchParams);

describe('what names a page', () => {
	test.each([
		[PAGE, 'contracts'],
		['https://n8n.example.com/webhook-test/contracts', 'contracts'],
		['http://localhost:5678/webhook/a/b?x=1#y', 'a/b'],
		['https://example.com/n8n/webhook/contracts/', 'contracts'],
		['https://example.com/hooks/contracts', 'hooks/contracts'],
		['https://example.com/webhook/webhook/x', 'webhook/x'],
		['https://example.com/webhook/a b/合同', 'a%20b/%E5%90%88%E5%90%8C'],
	])('%s', (address, path) => expect(pagePath(address)).toBe(path));

	test.each(['', 'contracts', 'ftp://example.com/webhook/x', 'javascript:alert(1)'])(
		'%s is no address of a page',
		(address) => {
			expect(() => pagePath(address)).toThrow('Page URL');
		},
	);
});

describe('viewer link', () => {
	test.each([
		[{ viewer: 'zhang.wei' }, ['zhang.wei', null, null]],
		[{ viewer: '张伟 <b>&"', expires: NOW + 60, file: 'abc' }, ['张伟 <b>&"', NOW + 60, 'abc']],
	] as const)('%j is signed by the rule and read back', (claims, [viewer, expires, file]) => {
		const link = viewerLink(`${PAGE}?lang=en&viewer=old&signature=old#top`, claims, SECRET);
		expect(queryOf(link)).toEqual({
			lang: 'en',
			viewer,
			...(expires === null ? {} : { expires: String(expires) }),
			...(file === null ? {} : { file }),
			signature: signature('contracts', viewer, expires, file),
		});
		expect(readViewerLink(queryOf(link), 'contracts', SECRET, NOW)).toEqual({ is: 'viewer', claims });
	});

	const good = queryOf(viewerLink(PAGE, { viewer: 'zhang.wei', expires: NOW + 60, file: 'abc' }, SECRET));
	const { signature: sealed = '', ...unsigned } = good;
	const last = sealed.slice(0, -1) + (sealed.endsWith('A') ? 'B' : 'A');
	test.each<[string, Record<string, unknown>]>([
		['another viewer', { ...good, viewer: 'li.si' }],
		['another file', { ...good, file: 'abd' }],
		['a later end', { ...good, expires: String(NOW + 61) }],
		['no signature', unsigned],
		['an empty one', { ...good, signature: '' }],
		['its last character', { ...good, signature: last }],
		['a longer one', { ...good, signature: `${sealed}A` }],
		['padding', { ...good, signature: `${sealed}=` }],
		['no end', { ...good, expires: undefined }],
		['no file', { ...good, file: undefined }],
		['no viewer', { ...good, viewer: undefined }],
		['two viewers', { ...good, viewer: ['zhang.wei', 'li.si'] }],
		['an object', { ...good, viewer: { a: 'zhang.wei' } }],
		['two ends', { ...good, expires: [String(NOW + 60)] }],
		['an end in another form', { ...good, expires: `${NOW + 60}.0` }],
		['only a viewer', { viewer: 'li.si' }],
		['only a file', { file: 'abc' }],
	])('changed: %s', (_name, query) =>
		expect(readViewerLink(query, 'contracts', SECRET, NOW)).toEqual({ is: 'refused', reason: 'signature' }),
	);

	test('of another page or another secret', () => {
		expect(readViewerLink(good, 'other', SECRET, NOW).is).toBe('refused');
		expect(readViewerLink(good, 'contracts', `${SECRET}x`, NOW).is).toBe('refused');
	});
	test('ends at its second; a changed one is called changed, not expired', () => {
		expect(readViewerLink(good, 'contracts', SECRET, NOW + 59).is).toBe('viewer');
		expect(readViewerLink(good, 'contracts', SECRET, NOW + 60)).toEqual({ is: 'refused', reason: 'expired' });
		expect(readViewerLink({ ...good, viewer: 'x' }, 'contracts', SECRET, NOW + 60)).toEqual({
			is: 'refused',
			reason: 'signature',
		});
	});
	test('nothing of it is no link', () =>
		expect(readViewerLink({ utm_source: 'mail' }, 'contracts', SECRET, NOW)).toEqual({ is: 'anonymous' }));
	test.each(['', '  ', 'a\nb', 'a\u0000', 'x'.repeat(201)])('no link for the viewer %j', (viewer) =>
		expect(() => viewerLink(PAGE, { viewer }, SECRET)).toThrow('Viewer'),
	);
	test('values cannot run into each other', () => {
		const link = queryOf(viewerLink(PAGE, { viewer: 'a', file: 'b' }, SECRET));
		expect(readViewerLink({ ...link, viewer: 'a","b', file: undefined }, 'contracts', SECRET, NOW).is).toBe(
			'refused',
		);
	});
});

describe('token of a page', () => {
	const claims: PageClaims = {
		file: { hash: 'abc', fullpath: 'Geheim/合同.pdf', filename: '合同.pdf' },
		viewer: null,
		loadId: 'l',
		issued: NOW,
	};
	const token = sealToken(claims, 'contracts', SECRET);

	test('is read back, and says nothing to others', () => {
		expect(openToken(token, 'contracts', SECRET, NOW)).toEqual(claims);
		expect(Buffer.from(token, 'base64url').toString('utf8')).not.toMatch(/Geheim|abc/);
		expect(sealToken(claims, 'contracts', SECRET)).not.toBe(token);
	});
	test('is of one page and one secret', () => {
		expect(openToken(token, 'other', SECRET, NOW)).toBeUndefined();
		expect(openToken(token, 'contracts', 'other', NOW)).toBeUndefined();
	});
	test('any changed character is noticed', () => {
		for (let at = 0; at < token.length; at++) {
			expect(
				openToken(
					token.slice(0, at) + (token[at] === 'A' ? 'B' : 'A') + token.slice(at + 1),
					'contracts',
					SECRET,
					NOW,
				),
			).toBeUndefined();
		}
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
	])('%# is no token', (wrong) => {
		expect(openToken(wrong, 'contracts', SECRET, NOW)).toBeUndefined();
	});
	test('lives twelve hours, and a week more for its renewal', () => {
		expect(openToken(token, 'contracts', SECRET, NOW + 12 * 3600)).toEqual(claims);
		expect(openToken(token, 'contracts', SECRET, NOW + 12 * 3600 + 1)).toBeUndefined();
		expect(openToken(token, 'contracts', SECRET, NOW + 12 * 3600 + 1, true)).toEqual(claims);
		expect(openToken(token, 'contracts', SECRET, NOW + 12 * 3600 + 7 * 86_400 + 1, true)).toBeUndefined();
	});
});
