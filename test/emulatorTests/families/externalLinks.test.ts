import { useClient, TestClient } from '../testClient';
import { ManualClock } from '../../emulator';

const client = useClient(
	TestClient,
	() => ({ clock: new ManualClock(), clockWindowSeconds: 1_000_000 }),
	async () => {
		client.emulator.seedFile('报告 "1".txt', '0123456789');
		client.emulator.seedFile('plan.docx', 'office');
		client.emulator.seedFile('scan.pdf', 'pdf');
	},
);

test('a link is valid for 48 hours by default; closing it ends the page', async () => {
	const { body } = await client.file('link', { fullpath: 'scan.pdf', auth: 'download', password: 'geheim' });
	expect((await client.file('links')).body).toEqual([
		{
			filename: 'scan.pdf',
			filesize: 3,
			link: body.link,
			deadline: Math.floor(client.clock.now() / 1000) + 48 * 3600,
			password: 1,
		},
	]);
	expect((await fetch(body.link)).status).toBe(403);
	expect((await fetch(`${body.link}?password=geheim`)).status).toBe(200);
	expect(await (await fetch(`${body.link}/download?password=geheim`)).text()).toBe('pdf');
	expect((await client.file('link_close', { code: body.code })).status).toBe(200);
	expect((await fetch(`${body.link}?password=geheim`)).status).toBe(404);
});

test('-1 is permanent; links expire; closing by path closes all links of a file', async () => {
	await client.file('link', { fullpath: 'scan.pdf', deadline: -1 });
	const short = await client.file('link', {
		fullpath: 'scan.pdf',
		deadline: Math.floor(client.clock.now() / 1000) + 10,
	});
	client.clock.advance(11_000);
	expect((await fetch(short.body.link)).status).toBe(404);
	expect((await client.file('links', { file: 1 })).body).toMatchObject([{ deadline: -1, password: 0 }]);
	await client.file('link_close', { fullpath: 'scan.pdf' });
	expect((await client.file('links')).body).toEqual([]);
});
