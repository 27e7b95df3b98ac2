import assert from 'node:assert/strict';
import type { Checks } from '../checks';
import { byPath, DOCUMENT, type PreviewSite } from './previewSite';
import { tampered } from './tampering';

const SIGNED = ['viewer', 'file', 'expires', 'signature'] as const;

/** Personal links that were changed are refused. */
export async function checkForgedLinks(checks: Checks, site: PreviewSite): Promise<void> {
	await checks.check(
		'a changed viewer, file, expiry or signature is refused, and so is a link to another page',
		async () => {
			const served = await site.serve({ file: byPath(DOCUMENT) });
			const other = await site.serve({ file: byPath(DOCUMENT) });
			const { link } = await site.makeLink(served.url, 'zhang.wei', DOCUMENT, { validFor: 1 });
			assert.equal((await fetch(String(link))).status, 200);
			for (const url of forgeriesOf(String(link))) await refused(url);
			await refused(`${other.url}${new URL(String(link)).search}`);
			await refused(`${served.url}?viewer=li.si`);
			assert.deepEqual([...(await site.items(served)), ...(await site.items(other))], []);
		},
	);
}

/** The link with each signed parameter changed, left out and given twice. */
function forgeriesOf(link: string): string[] {
	return SIGNED.flatMap((name) => {
		const [changed, shortened, doubled] = [new URL(link), new URL(link), new URL(link)];
		changed.searchParams.set(name, tampered(changed.searchParams.get(name) ?? ''));
		shortened.searchParams.delete(name);
		doubled.searchParams.append(name, 'li.si');
		return [changed.href, shortened.href, doubled.href];
	});
}

async function refused(url: string): Promise<void> {
	const answer = await fetch(url);
	assert.equal(answer.status, 403, url);
	assert.doesNotMatch(await answer.text(), /<iframe|id="data"/);
}
