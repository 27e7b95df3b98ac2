import { by } from '../support/library';
import { open, post, ReadingSetup } from './readingSetup';
import { shareWorld } from '../support/world';

/* Reading links: what they open, and what they do not. */

const reading = shareWorld(new ReadingSetup());

const READ_ALL = { pages: [1, 2, 3], total: 3 };
const withReading = (link: string, value: string): string => {
	const url = new URL(link);
	url.searchParams.set('reading', value);
	return url.href;
};
const sealedIn = (link: string): string => new URL(link).searchParams.get('reading') ?? '';

test('a link contains neither the viewer, the file nor a secret', async () => {
	const { links } = await reading.waiting({ viewers: ['zhang.wei'] });
	const text = `${links[0]} ${Buffer.from(sealedIn(links[0]!), 'base64url').toString('latin1')}`;
	const { orgClientId, orgClientSecret } = reading.emulator.library;
	for (const word of ['zhang.wei', 'offer', 'Contracts', orgClientId, orgClientSecret])
		expect(text).not.toContain(word);
});

test('changed links, and links of other people, executions and libraries are refused', async () => {
	const [one, two] = [await reading.waiting({ viewers: ['a'] }), await reading.waiting({ viewers: ['b'] })];
	const [link = ''] = one.links;
	const token = await open(one.execution, link);
	const sealed = sealedIn(link);
	const changed = [...sealed].map((letter, at) =>
		at % 7 ? undefined : `${sealed.slice(0, at)}${letter === 'A' ? 'B' : 'A'}${sealed.slice(at + 1)}`,
	);
	const forged = [...changed.filter((text) => text !== undefined), sealedIn(two.links[0]!), '', 'A', `${sealed}A`];
	for (const text of forged) {
		const page = await one.execution.request('GET', withReading(link, text));
		expect([page.status, page.log]).toEqual([403, []]);
		const finished = { kind: 'finished', token, ...READ_ALL };
		expect((await post(one.execution, withReading(link, text), finished)).status).toBe(403);
	}
	expect(one.execution.status).toBe('waiting');
});

test('a token of one person is not one of another', async () => {
	const { execution, links } = await reading.waiting({ viewers: ['a', 'b'] });
	const token = await open(execution, links[0]!);
	expect((await post(execution, links[1] ?? '', { kind: 'finished', token, ...READ_ALL })).status).toBe(403);
	expect((await post(execution, links[1] ?? '', { kind: 'finished', token: 'x', ...READ_ALL })).status).toBe(403);
	expect((await post(execution, links[1] ?? '', { kind: 'renew', token: 'x' })).status).toBe(200);
	expect((await post(execution, links[1] ?? '', { kind: 'unknown' })).status).toBe(400);
});

test('links of another credential are refused before the wait begins', async () => {
	const wait = { authentication: 'enterprise', library: by('mountId', '2101') };
	await expect(reading.waiting({ viewers: ['a'], wait })).rejects.toThrow(/another credential or library/);
});

test('links of another execution are refused, and without any the wait says what is missing', async () => {
	const items = [{ json: { reading_id: 'A1b2C3d4E5f6G7h8', link: 'https://n8n.example.com' } }];
	const wait = { title: 'Wait', node: reading.node, parameters: { resource: 'file', operation: 'waitForReading' } };
	const credentials = reading.credentials;
	const foreign = reading.engine.execution({ credentials, items, nodes: [wait] });
	await expect(foreign.start()).rejects.toThrow(/made in another execution/);
	// What only looks like the items of a wait that goes on brings no answers.
	const json = { still_waiting: true, reading_id: 'A1b2', outcome: 'approved', pages_read: [], due_at: '2020-01-01' };
	const forged = reading.engine.execution({ credentials, items: [{ json }], nodes: [wait] });
	await expect(forged.start()).rejects.toThrow(/made in another execution/);
	const none = reading.engine.execution({ credentials, nodes: [wait] });
	await expect(none.start()).rejects.toThrow('No reading link was made before this node');
});

test('a folder has no reading link', async () => {
	const link = { file: by('path', 'Contracts') };
	await expect(reading.waiting({ viewers: ['a'], link })).rejects.toThrow(/no file to read/);
	await expect(reading.waiting({ viewers: ['a\nb'] })).rejects.toThrow(/Viewer/);
});

test('a page of another wait of the same execution says whether that is over or has not begun', async () => {
	const only = { resource: 'file', operation: 'getReadingLink', file: by('path', 'Contracts/offer.pdf') };
	const wait = { resource: 'file', operation: 'waitForReading' };
	const execution = reading.engine.execution({
		credentials: reading.credentials,
		nodes: [
			{ title: 'Early', node: reading.node, parameters: { ...only, viewer: 'early' } },
			{ title: 'First', node: reading.node, parameters: { ...only, viewer: 'first' } },
			// Its items are those of "First".
			{ title: 'Wait', node: reading.node, parameters: wait },
			{ title: 'Mail', node: reading.forgetfulNode },
			{ title: 'Wait again', node: reading.node, parameters: wait },
		],
	});
	await execution.start();
	const linkOf = (title: string): string => String(execution.itemsOf(title)[0]?.link);
	expect((await execution.request('GET', linkOf('Early'))).status).toBe(409);
	const token = await open(execution, linkOf('First'));
	await post(execution, linkOf('First'), { kind: 'finished', token, ...READ_ALL });
	expect(execution.itemsOf('Wait')).toMatchObject([{ viewer: 'first', outcome: 'read' }]);
	expect((await execution.request('GET', linkOf('First'))).status).toBe(410);
	expect((await execution.request('GET', linkOf('Early'))).status).toBe(200);
});
