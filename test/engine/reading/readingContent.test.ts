import { putContent } from '../../emulator/demo/sampleFiles';
import { deleteEntry } from '../../emulator/store/library/write';
import { sha1 } from '../../support/hashes';
import type { Execution } from '../support/engineTypes';
import { by } from '../support/library';
import { dataOf, open, post, ReadingSetup } from './readingSetup';
import { shareWorld } from '../support/world';

/* An answer is about a content: the file is replaced, renamed, moved or deleted at every step of an approval. */

const reading = shareWorld(new ReadingSetup());

const ACTOR = { id: 1, name: 'Anna' };
let files = 0;

/** A file, what may happen to it, and an approval of it that waits. */
async function approval(link: object = {}) {
	const path = `Asked/${++files}.pdf`;
	const write = (text: string): void => putContent(reading.emulator.world, reading.libraryAt(), path, text, ACTOR);
	write('first');
	const asked = { ask: 'approve', file: by('path', path), ...link };
	const { execution, links } = await reading.waiting({ viewers: ['a'], link: asked });
	const { tree } = reading.libraryAt();
	const happens: Record<string, () => void> = {
		change: () => write('second'),
		changeAgain: () => write('third'),
		changeBack: () => write('first'),
		rename: () => {
			const [entry, parent] = [tree.find(path), tree.find('Asked')];
			if (!entry || !parent) throw new Error('no file');
			tree.detach(entry);
			tree.attach(entry, parent, `renamed ${files}.pdf`);
		},
		delete: () => {
			const entry = tree.find(path);
			if (entry) deleteEntry(reading.libraryAt(), entry, false, ACTOR);
		},
	};
	return { execution, link: links[0]!, happens };
}

const READ = { pages: [1], total: 1 };
const decide = async (execution: Execution, link: string, token: unknown, more: object = {}) =>
	await post(execution, link, { kind: 'decision', decision: 'approve', comment: '', token, ...READ, ...more });
const [first, second, third] = [sha1('first'), sha1('second'), sha1('third')];

test.each<[string, string[], string[], object, string | undefined]>([
	['nothing happens', [], [], { changed: false, answered_filehash: first, answered_version_number: 1 }, undefined],
	['it is renamed', ['rename'], [], { changed: false, answered_filehash: first }, undefined],
	['it is renamed while it is open', [], ['rename'], { changed: false, answered_filehash: first }, undefined],
	['it is changed first', ['change'], [], { changed: true, answered_filehash: second }, undefined],
	['it is changed while it is open', [], ['change'], { changed: true, answered_filehash: second }, 'changed'],
	['it is changed twice', ['change'], ['changeAgain'], { changed: true, answered_filehash: third }, 'changed'],
	['it is changed back', ['change'], ['changeBack'], { changed: false, answered_filehash: first }, 'changed'],
])('%s', async (_name, before, meanwhile, expected, refused) => {
	const { execution, link, happens } = await approval();
	for (const deed of before) happens[deed]?.();
	const page = await execution.request('GET', link);
	// The page says so before it takes an answer.
	expect(page.body).toContain(`id="changed"${before.includes('change') ? '' : ' hidden'}>`);
	for (const deed of meanwhile) happens[deed]?.();
	const { token } = dataOf(page);
	const answer = await decide(execution, link, token);
	if (refused) {
		expect(answer).toMatchObject({ status: 200, state: refused });
		expect(execution.status).toBe('waiting');
		// A new token alone does not show the new content.
		const renewed = await execution.request('POST', link, JSON.stringify({ kind: 'renew', token }));
		const now = JSON.parse(renewed.body) as { token: string; content: string; changed: boolean };
		expect(now.changed).toBe('changed' in expected && expected.changed);
		const former = await decide(execution, link, now.token, { content: dataOf(page).content });
		expect(former).toMatchObject({ state: refused });
		expect(await decide(execution, link, now.token, { content: now.content })).toMatchObject({ state: 'accepted' });
	} else expect(answer).toMatchObject({ state: 'accepted' });
	const [item] = execution.itemsOf('Wait');
	expect(item).toMatchObject({ outcome: 'approved', filehash: first, version_number: 1, ...expected });
});

test.each(['GET', 'answer'])(
	'a file that is deleted before the %s cannot be answered, and the wait goes on',
	async (step) => {
		const { execution, link, happens } = await approval();
		const token = step === 'GET' ? undefined : await open(execution, link);
		happens.delete?.();
		if (step === 'GET') expect((await execution.request('GET', link)).status).toBe(404);
		else expect((await decide(execution, link, token)).status).toBe(404);
		expect(execution.status).toBe('waiting');
		await execution.timeOut();
		const [item] = execution.itemsOf('Wait');
		expect(item).toMatchObject({ outcome: 'timed_out', answered_filehash: null, changed: false });
	},
);

test.each([false, true])(
	'Require Same Content: the link takes no answer about another one (open: %s)',
	async (isOpen) => {
		const { execution, link, happens } = await approval({ options: { requireSameContent: true } });
		const token = isOpen ? await open(execution, link) : undefined;
		happens.change?.();
		const page = await execution.request('GET', link);
		expect(page.status).toBe(410);
		expect(page.body).toContain('This file was changed');
		if (isOpen) expect(await decide(execution, link, token)).toMatchObject({ status: 200, state: 'outdated' });
		if (isOpen) expect(await post(execution, link, { kind: 'renew', token })).toMatchObject({ state: 'outdated' });
		expect(execution.status).toBe('waiting');
		// With its first content it can be answered again.
		happens.changeBack?.();
		if (isOpen) {
			await execution.timeOut();
			return expect(execution.itemsOf('Wait')).toMatchObject([{ outcome: 'timed_out', changed: true }]);
		}
		expect(await decide(execution, link, await open(execution, link))).toMatchObject({ state: 'accepted' });
		const [item] = execution.itemsOf('Wait');
		expect(item).toMatchObject({ outcome: 'approved', changed: false, answered_filehash: first });
	},
);

test.each([
	['in the form', { requireAllPagesOpened: true }],
	['among the options, where earlier versions had it', { options: { requireAllPagesOpened: true } }],
])('Require All Pages Opened %s: nobody approves before, and everybody may decline', async (_, required) => {
	const { execution, link } = await approval(required);
	const token = await open(execution, link);
	const refusal = { status: 400, message: expect.stringContaining('every page') as string };
	expect(await decide(execution, link, token, { pages: [1], total: 3 })).toMatchObject(refusal);
	expect(await decide(execution, link, token, { pages: [], total: 0 })).toMatchObject(refusal);
	expect(await decide(execution, link, token, { decision: 'decline' })).toMatchObject({ state: 'accepted' });
	expect(execution.itemsOf('Wait')).toMatchObject([{ outcome: 'declined' }]);
});

test('Ask for a Reason: nobody declines without a comment, and everybody may approve', async () => {
	const { execution, link } = await approval({ allowComment: false, askForReason: true });
	const token = await open(execution, link);
	expect((await execution.request('GET', link)).body).toContain('Comment (needed to decline)');
	const refusal = { status: 400, message: expect.stringContaining('why you decline') as string };
	expect(await decide(execution, link, token, { decision: 'decline', comment: ' ' })).toMatchObject(refusal);
	const reason = { decision: 'decline', comment: 'Too expensive' };
	expect(await decide(execution, link, token, reason)).toMatchObject({ state: 'accepted' });
	expect(execution.itemsOf('Wait')).toMatchObject([{ outcome: 'declined', comment: 'Too expensive' }]);
});

test('who opens the link again reads what was recorded', async () => {
	const asked = { ask: 'approve', allowComment: true };
	const { execution, link } = await reading.waiting({ viewers: ['a', 'b'], link: asked });
	await decide(execution, link, await open(execution, link), { comment: 'Fine <b>by</b> me' });
	const { body } = await execution.request('GET', link);
	expect(body).toContain('You approved <b dir="auto">offer.pdf</b>.');
	expect(body).toContain('Your comment: Fine &lt;b&gt;by&lt;/b&gt; me');
	expect(body).toMatch(/<time datetime="\d{4}-[^"]+Z">[^<]*\d{4}[^<]* UTC<\/time>/);
});
