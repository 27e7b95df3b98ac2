import { gzipSync } from 'node:zlib';
import { FakeServer } from '../../support/fakeServer';
import type { RunResult } from '../support/engine';
import { Failures } from '../support/failures';
import { shareWorld } from '../support/world';
import { by, on } from '../support/library';
import { Triggers } from '../support/triggers';
import { oneCase } from '../../support/runs';

/* A service that answers more than anybody asked for: n8n goes on, and the item says what happened. */

const f = shareWorld(new Failures());
let triggers: Triggers;
let hostile: FakeServer;
/** What the service answers: a body, or pieces of one that it sends as long as somebody reads. */
let answer: { readonly body: Buffer; readonly coding?: string; readonly times?: number };
beforeAll(async () => {
	triggers = await Triggers.start(f.engine);
	hostile = await FakeServer.start((_, response) => {
		const { body, coding, times = 1 } = answer;
		response.writeHead(200, { 'content-type': 'application/json', ...(coding && { 'content-encoding': coding }) });
		let left = times;
		const more = (): void => {
			while (left-- > 0) if (!response.write(body)) return void response.once('drain', more);
			response.end();
		};
		more();
		return undefined;
	});
});
afterAll(async () => {
	await hostile.close();
	await triggers.close();
});

const list = async (): Promise<Pick<RunResult, 'error' | 'items'>> =>
	await f.run(on('folder', 'getMany', { folder: by('path', 'Docs') }), undefined, f.with({ baseUrl: hostile.url }));
const poll = async (): Promise<Pick<RunResult, 'error' | 'items'>> => {
	const { fileLibraryOrgApi } = triggers.credentials;
	const credentials = { fileLibraryOrgApi: { ...fileLibraryOrgApi, baseUrl: hostile.url } };
	const trigger = triggers.activate({ startFrom: 'beginning' }, { credentials });
	try {
		return { items: (await trigger.poll()) ?? [] };
	} catch (error) {
		return { items: [], error: error as NonNullable<RunResult['error']> };
	}
};

const MB = 1024 * 1024;
const TIMES_200 = Array.from({ length: 200 }, () => 'gzip');
const BRACKETS = Buffer.from('['.repeat(15_000_000) + ']'.repeat(15_000_000));
const OBJECTS = Buffer.from('{},'.repeat(350_000));
const names = (count: number): Buffer =>
	Buffer.from(`{${Array.from({ length: count }, (_, at) => `"n${at}":0`).join()}}`);
const entries = (count: number): Buffer => {
	const list = Array.from({ length: count }, (_, at) => ({ hash: `h${at}`, dir: 0 }));
	return Buffer.from(JSON.stringify({ count, list }));
};

const ANSWERS: ReadonlyArray<readonly [name: string, made: () => typeof answer, message: RegExp]> = [
	['30 million brackets in 58 kB of gzip', () => ({ body: gzipSync(BRACKETS), coding: 'gzip' }), /larger than 4 MiB/],
	['2 MB of brackets', () => ({ body: BRACKETS.subarray(0, 2 * MB) }), /more than 100 levels of lists/],
	['objects without end', () => ({ body: OBJECTS, times: 64 }), /larger than 4 MiB/],
	['4 MB of objects', () => ({ body: Buffer.from(`[${'{},'.repeat(1_300_000)}{}]`) }), /more than 300000 values/],
	['one object with 250,000 names', () => ({ body: names(250_000) }), /more than 20000 names in one object/],
	['a page of 1,001 entries', () => ({ body: entries(1001) }), /1001 entries at once/],
	[
		'gzip around gzip, 200 times',
		() => ({ body: TIMES_200.reduce((body) => gzipSync(body), Buffer.from('{}')), coding: TIMES_200.join() }),
		/compressed/,
	],
];

test.each(ANSWERS.map(([name, made, message], nth) => ({ name, made, message, nth })))(
	'$name',
	async ({ made, message, nth }) => {
		answer = made();
		for (const ask of oneCase([list, poll], nth)) {
			const { error, items } = await ask();
			expect(error?.message).toMatch(message);
			expect(items).toEqual([]);
		}
	},
);
