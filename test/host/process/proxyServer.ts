import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { type Child, runChild, startChild } from './childProcess';
import { freePort } from './freePort';
import { onPath } from './onPath';
import type { ShowDetail } from './progress';
import { waitFor } from './waiting';

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
	const found = onPath('tinyproxy');
	if (found ?? (process.getuid?.() !== 0 || !onPath('apt-get'))) return found;
	const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
	const options = { cwd: '/', env, logFile: join(logFolder, 'apt.log'), timeoutMs: 300_000 };
	for (const args of [['update'], ['install', '-y', '--no-install-recommends', 'tinyproxy']]) {
		showDetail(`apt-get ${args.join(' ')}`);
		const failed = await runChild('apt-get', 'apt-get', args, options).then(
			() => false,
			() => true,
		);
		if (failed) return undefined;
	}
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
	await waitFor(30_000, 'the proxy to listen', async () => await listens(child, port));
	let seen = requestsIn(log).length;
	return {
		port,
		newRequests: () => {
			const all = requestsIn(log);
			return all.slice(seen, (seen = all.length));
		},
	};
}

async function listens(child: Child, port: number): Promise<boolean> {
	if (child.hasEnded()) throw new Error('tinyproxy ended while starting');
	return await new Promise((resolve) => {
		const socket = connect(port, '127.0.0.1', () => {
			socket.destroy();
			resolve(true);
		});
		socket.once('error', () => resolve(false));
	});
}

/** Lines such as `CONNECT ... Request (file descriptor 8): GET http://host/path HTTP/1.1`. */
const requestsIn = (log: string): string[] =>
	existsSync(log)
		? [...readFileSync(log, 'utf8').matchAll(/Request \(file descriptor \d+\): (\S+ \S+)/g)].map(
				([, request = '']) => request,
			)
		: [];
