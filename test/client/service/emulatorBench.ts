import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import { systemClock } from '../../../src/client/async/clock';
import { openDownload } from '../../../src/client/download/download';
import { httpFor } from '../../../src/client/http/http';
import type { Http } from '../../../src/client/http/types';
import { call, type Caller } from '../../../src/client/service/call';
import type { LibraryUpload } from '../../../src/client/upload/upload';
import { getDownloadLink } from '../../../src/protocol/catalogue/libraryFiles';
import { startEmulator, type Emulator, type EmulatorOptions } from '../../emulator/index';

/** What a test file works with that calls an emulator; the emulator is closed after each test. */
export interface EmulatorBench {
	start(options?: Partial<EmulatorOptions>): Promise<Emulator>;
	readonly http: Http;
	/** A caller of the demo library. Its pauses are cut short: how long they are is tested elsewhere. */
	caller(more?: Partial<Caller>): Caller;
	linksTo(fullpath: string): Promise<readonly string[]>;
	/** The content of a file of the library, downloaded. */
	stored(fullpath: string): Promise<Buffer>;
}

/** Call it at the top of a test file. */
export function emulatorBench(): EmulatorBench {
	const http = httpFor({ allowUnauthorizedCerts: false });
	let emulator: Emulator;
	afterEach(async () => await emulator.close());
	afterAll(async () => await http.close());
	const caller = (more: Partial<Caller> = {}): Caller => ({
		account: {
			kind: 'org',
			baseUrl: emulator.url,
			vendorPrefix: 'svc',
			clientId: emulator.library.orgClientId,
			secret: emulator.library.orgClientSecret,
			http: { allowUnauthorizedCerts: false },
		},
		http,
		clock: {
			now: systemClock.now,
			sleep: async (ms, signal) => await systemClock.sleep(ms === 5_000 ? ms : ms / 50, signal),
		},
		...more,
	});
	const linksTo = async (fullpath: string) => await linksOf(caller(), fullpath);
	return {
		start: async (options = {}) => (emulator = await startEmulator(options)),
		http,
		caller,
		linksTo,
		stored: async (fullpath) => await read((await openDownload(caller(), await linksTo(fullpath))).stream),
	};
}

async function linksOf(caller: Caller, fullpath: string): Promise<readonly string[]> {
	const answer = await call(caller, getDownloadLink, { fullpath });
	return (answer as { urls: string[] }).urls;
}

/** Content of a size in bytes that differs from chunk to chunk. */
export const bytes = (size: number): Buffer =>
	Buffer.from(Array.from({ length: size }, (_, i) => (i * 11 + (i >> 8)) & 255));

export const sha1 = (data: Buffer): string => createHash('sha1').update(data).digest('hex');

/** The whole content of a stream. */
export async function read(stream: Readable): Promise<Buffer> {
	const parts: Buffer[] = [];
	for await (const part of stream as AsyncIterable<Buffer>) parts.push(part);
	return Buffer.concat(parts);
}

/** An upload in chunks of 100,000 bytes. */
export const target = (fullpath: string, more: Partial<LibraryUpload> = {}): LibraryUpload => ({
	fullpath,
	overwrite: false,
	chunkSize: 100_000,
	...more,
});
