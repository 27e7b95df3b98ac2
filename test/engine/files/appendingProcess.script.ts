import { makeSecretVault } from '../../../src/client/service/secretVault';
import { setTimeout as sleep } from 'node:timers/promises';
import { systemClock } from '../../../src/client/async/clock';
import { httpFor } from '../../../src/client/http/http';
import type { Caller } from '../../../src/client/service/call';
import { handler } from '#transfer';

/* Appends line after line to a file, and prints which of them were stored: see appendProcesses.test.ts. */

/** What such a process is started with, as JSON. */
export interface AppendOrder {
	readonly url: string;
	readonly clientId: string;
	readonly secret: string;
	readonly fullpath: string;
	readonly lines: readonly string[];
	/** The longest pause between two lines, in ms. */
	readonly pauseMs: number;
}

/** The lines that were stored, and what the failures of the others said. */
export interface AppendReport {
	readonly stored: readonly string[];
	readonly failed: ReadonlyArray<readonly [line: string, message: string]>;
}

/** What the handler reads of a job. */
const jobFor = (fullpath: string, text: string) => ({
	params: { fullpath },
	checked: { text, conflict: 'append' },
	progress: { begin: () => ({ at: () => undefined, end: () => undefined }) },
});

async function main({ url, clientId, secret, fullpath, lines, pauseMs }: AppendOrder): Promise<void> {
	const settings = { allowUnauthorizedCerts: false };
	const http = httpFor(settings);
	const account = { kind: 'org', baseUrl: url, vendorPrefix: 'svc', clientId, secret, http: settings } as const;
	const caller: Caller = { account: () => account, http, clock: systemClock, vault: makeSecretVault() };
	const report = { stored: [] as string[], failed: [] as Array<[string, string]> };
	for (const line of lines) {
		await sleep(Math.random() * pauseMs);
		try {
			await handler.run(jobFor(fullpath, line) as never, caller);
			report.stored.push(line);
		} catch (failure) {
			report.failed.push([line, String(failure)]);
		}
	}
	process.stdout.write(JSON.stringify(report));
	await http.close();
}

void main(JSON.parse(process.argv[2] ?? '') as AppendOrder);
