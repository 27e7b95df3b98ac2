import assert from 'node:assert/strict';
import { connect, type Socket } from 'node:net';
import { pause, waitFor } from '../../../dev/process/waiting';
import { PREVIEW_PATH, previewSample } from '../../../dev/workflows/sampleWorkflows';
import type { Checks } from './checks';
import type { PreparedN8n } from '../../../dev/n8n/preparedN8n';
import { Readers } from './reading/readers';

/** More than a node of pages works on at once (docs/security.md): slow posts must not be among those. */
const VISITORS = 300;
const BYTES = 5;
/** Pages that an honest visitor gets meanwhile. */
const PAGES = 10;

/** Visitors who send their posts byte by byte keep nobody else from the pages: n8n does not call the node for them. */
export async function checkSlowVisitors(checks: Checks, prepared: PreparedN8n): Promise<void> {
	const { base, rest, samples } = prepared;
	await checks.check(`${VISITORS} slow visitors of the preview page: others are served`, async () => {
		await rest.publish(previewSample(samples).id);
		const url = base + PREVIEW_PATH;
		await waitFor(60_000, 'the page', async () => (await fetch(url)).ok);
		await beside(url, async () => await requirePages(url));
	});
	await checks.check(`${VISITORS} slow visitors of a reading page: others read and approve`, async () => {
		const readers = new Readers(prepared);
		const { id, links } = await readers.waiting(['a'], {}, {});
		const [link = ''] = links;
		await beside(link, async () => {
			await requirePages(link);
			await readers.decide(link, 'approve');
		});
		assert.equal((await rest.finished(id, 30_000)).status, 'success');
	});
}

async function requirePages(url: string): Promise<void> {
	for (let page = 0; page < PAGES; page++) {
		const { status } = await fetch(url);
		assert.equal(status, 200);
	}
}

/** Runs a task while visitors have sent the heads of their posts, half of them whole, and go on byte by byte. */
async function beside(url: string, task: () => Promise<void>): Promise<void> {
	const { hostname, port, pathname, search } = new URL(url);
	const head = `POST ${pathname}${search} HTTP/1.1\r\nhost: ${hostname}:${port}\r\ncontent-type: text/plain\r\n`;
	const sockets = await Promise.all(
		Array.from({ length: VISITORS }, async (_, n) => {
			const socket = await connected(Number(port));
			socket.write(n % 2 === 0 ? head : `${head}content-length: 1000\r\n\r\n`);
			return socket;
		}),
	);
	try {
		for (let byte = 0; byte < BYTES; byte++) {
			for (const socket of sockets) socket.write('x');
			await pause(200);
		}
		await task();
	} finally {
		for (const socket of sockets) socket.destroy();
	}
}

async function connected(port: number): Promise<Socket> {
	const socket = connect(port, 'localhost');
	socket.on('error', () => undefined);
	await new Promise<void>((resolve, reject) => socket.once('connect', resolve).once('error', reject));
	return socket;
}
