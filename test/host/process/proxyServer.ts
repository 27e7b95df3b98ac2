import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { startChild } from '../../../dev/process/childProcess';
import { installPackages, onPath } from './programs';
import { freePort, listens } from '../../../dev/process/freePort';
import type { ShowDetail } from '../../../dev/process/progress';
import { waitFor } from '../../../dev/process/waiting';

/** A running tinyproxy of this machine. */
export interface ProxyServer {
	readonly port: number;
	/** Method and address of each request since the last call, as its access log has them. */
	newRequests(): string[];
}

/** What the proxy lets through. */
interface ProxyRules {
	/** User name and password that it asks for. */
	readonly login?: readonly [user: string, password: string];
	/** The only port that CONNECT may name. */
	readonly connectPort?: number;
}

/** Finds tinyproxy, after installing Debian's package where root may; otherwise answers undefined. */
export async function proxyProgram(showDetail: ShowDetail, logFolder: string): Promise<string | undefined> {
	if (!onPath('tinyproxy')) await installPackages(['tinyproxy'], showDetail, logFolder).catch(() => undefined);
	return onPath('tinyproxy');
}

/** Starts the proxy on a free port of the loopback address, with its files in `folder`. */
export async function startProxy(program: string, folder: string, rules: ProxyRules = {}): Promise<ProxyServer> {
	const port = await freePort();
	const [settings, log] = [join(folder, `tinyproxy-${port}.conf`), join(folder, `tinyproxy-${port}.log`)];
	const { login, connectPort } = rules;
	const lines = [
		`Port ${port}`,
		'Listen 127.0.0.1',
		'Timeout 60',
		'MaxClients 200',
		'Allow 127.0.0.1',
		'LogLevel Connect',
		...(login ? [`BasicAuth ${login.join(' ')}`] : []),
		...(connectPort === undefined ? [] : [`ConnectPort ${connectPort}`]),
	];
	writeFileSync(settings, `${lines.join('\n')}\n`, { mode: 0o600 });
	const child = startChild('tinyproxy', program, ['-d', '-c', settings], { cwd: folder, logFile: log });
	await waitFor(30_000, 'the proxy to listen', async () => {
		if (child.hasEnded()) throw new Error('tinyproxy ended while starting');
		return await listens(port);
	});
	let seen = requestsIn(log).length;
	return {
		port,
		newRequests: () => {
			const all = requestsIn(log);
			return all.slice(seen, (seen = all.length));
		},
	};
}

/** Lines such as `CONNECT ... Request (file descriptor 8): GET http://host/path HTTP/1.1`. */
const requestsIn = (log: string): string[] =>
	existsSync(log)
		? [...readFileSync(log, 'utf8').matchAll(/Request \(file descriptor \d+\): (\S+ \S+)/g)].map(
				([, request = '']) => request,
			)
		: [];
