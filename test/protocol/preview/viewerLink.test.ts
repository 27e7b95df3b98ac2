import { createHmac } from 'node:crypto';
import { pagePath, readViewerLink, viewerLink } from '../../../src/protocol/preview/viewerLink';

const SECRET = 'library-secret-0123456789';
const PAGE = 'https://n8n.example.com/webhook/contracts';
const NOW = 1_800_000_000;

/** The rule of docs/decisions/0005-preview-page-signing.md, written again: a signed JSON list with its own key. */
function signature(path: string, viewer: string, expires: number | null, file: string | null): string {
	const key = createHmac('sha256', SECRET).update('file-library-viewer-link').digest();
	return createHmac('sha256', key)
		.update(JSON.stringify(['file-library-viewer-link', path, viewer, expires, file]))
		.digest('base64url');
}
const queryOf = (link: string): Record<string, string> => Object.fromEntries(new URL(link).searchParams);

describe('the path that identifies a page', () => {
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
		'%s is not the address of a page',
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
		['a later expiry', { ...good, expires: String(NOW + 61) }],
		['no signature', unsigned],
		['an empty signature', { ...good, signature: '' }],
		['the last character of the signature', { ...good, signature: last }],
		['a longer signature', { ...good, signature: `${sealed}A` }],
		['a padded signature', { ...good, signature: `${sealed}=` }],
		['no expiry', { ...good, expires: undefined }],
		['no file', { ...good, file: undefined }],
		['no viewer', { ...good, viewer: undefined }],
		['two viewers', { ...good, viewer: ['zhang.wei', 'li.si'] }],
		['an object', { ...good, viewer: { a: 'zhang.wei' } }],
		['two expiries', { ...good, expires: [String(NOW + 60)] }],
		['an expiry in another form', { ...good, expires: `${NOW + 60}.0` }],
		['only a viewer', { viewer: 'li.si' }],
		['only a file', { file: 'abc' }],
	])('refused: %s', (_name, query) =>
		expect(readViewerLink(query, 'contracts', SECRET, NOW)).toEqual({ is: 'refused', reason: 'signature' }),
	);

	test('a link to another page, or signed with another secret, is refused', () => {
		expect(readViewerLink(good, 'other', SECRET, NOW).is).toBe('refused');
		expect(readViewerLink(good, 'contracts', `${SECRET}x`, NOW).is).toBe('refused');
	});
	test('expires to the second; a changed link is reported as changed, not as expired', () => {
		expect(readViewerLink(good, 'contracts', SECRET, NOW + 59).is).toBe('viewer');
		expect(readViewerLink(good, 'contracts', SECRET, NOW + 60)).toEqual({ is: 'refused', reason: 'expired' });
		expect(readViewerLink({ ...good, viewer: 'x' }, 'contracts', SECRET, NOW + 60)).toEqual({
			is: 'refused',
			reason: 'signature',
		});
	});
	test('a query without any part of a link is anonymous', () =>
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
