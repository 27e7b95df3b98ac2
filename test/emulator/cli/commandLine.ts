import { parseArgs } from 'node:util';
import type { FaultAction, FaultRule } from '../faults/faults';
import type { EmulatorOptions } from '../world/options';

export const usage = `File Library Service emulator

Usage: npm run emulator -- [options]

  --port N              port of the service (8765)
  --host ADDRESS        address to bind (127.0.0.1)
  --prefix WORD         vendor prefix of headers and events (svc)
  --separate-hosts      own ports for uploads and for downloads, previews and links
  --lenient             take unknown and doubled parameters
  --latency MS          delay of every answer (0)
  --capacity BYTES      capacity of the demo library (-1, no limit)
  --queue-delay MS      every copy is queued and takes this long (0)
  --finish-delay MS     upload_finish answers 202 this long (0)
  --clock-window S      greatest distance of dateline from the clock (900)
  --token-seconds S     life of access tokens (21600)
  --link-seconds S      life of download and preview links (600)
  --media-speed N       seconds of media that a preview plays in one second (1)
  --member-limit N      enabled accounts the demo company may have (1000)
  --no-sync             the company has no account synchronization feature
  --data-folder DIR     keep contents in files instead of in memory
  --seed N              put N small files into the folder Bulk
  --seed-demo           sample folders and files (on unless --empty)
  --empty               start with an empty library
  --fault RULE          scripted fault, may be repeated, e.g.
                        path=/upload_part,action=reset,times=2
                        path=/file/ls,action=503,after=1   (also: resetAfter html slow cut:1000)
  --quiet               print no requests
  --help                this text

Environment: EMULATOR_PORT, EMULATOR_LATENCY, EMULATOR_FAULTS (rules separated by semicolons)
`;

/** What the command line asks for. */
export interface CommandLine {
	readonly help: boolean;
	readonly quiet: boolean;
	readonly seed: number;
	readonly faults: readonly FaultRule[];
	readonly options: Partial<EmulatorOptions>;
}

function actionOf(word: string): FaultAction {
	if (word === 'reset' || word === 'resetAfter' || word === 'html' || word === 'slow') return word;
	if (/^\d{3}$/.test(word)) return { status: Number(word) };
	const cut = /^cut:(\d+)$/.exec(word);
	if (cut) return { cutAfterBytes: Number(cut[1]) };
	throw new Error(`unknown fault action '${word}'`);
}

/** Reads `path=…,action=…,times=…,after=…,method=…,ms=…`; throws with a reason a person understands. */
export function parseFault(rule: string): FaultRule {
	const parts = new Map(
		rule
			.split(',')
			.map((part) => [part.slice(0, part.indexOf('=')).trim(), part.slice(part.indexOf('=') + 1).trim()]),
	);
	const match = parts.get('path');
	const action = parts.get('action');
	if (!match || !action) throw new Error(`fault '${rule}' needs path= and action=`);
	const number = (name: string): number | undefined => (parts.has(name) ? Number(parts.get(name)) : undefined);
	return {
		match,
		action: actionOf(action),
		method: parts.get('method'),
		times: number('times'),
		after: number('after'),
		slowMs: number('ms'),
	};
}

function numberOf(name: string, value: string): number {
	if (!/^-?\d+$/.test(value)) throw new Error(`--${name} needs a whole number, not '${value}'`);
	return Number(value);
}

/** Reads the arguments; environment variables stand in for what is not given. Throws for unknown options. */
export function parseCommandLine(args: string[], env: NodeJS.ProcessEnv): CommandLine {
	const text = { type: 'string' } as const;
	const on = { type: 'boolean', default: false } as const;
	const { values } = parseArgs({
		args,
		options: {
			port: { ...text, default: env.EMULATOR_PORT ?? '8765' },
			host: { ...text, default: '127.0.0.1' },
			prefix: { ...text, default: 'svc' },
			latency: { ...text, default: env.EMULATOR_LATENCY ?? '0' },
			capacity: { ...text, default: '-1' },
			'queue-delay': { ...text, default: '0' },
			'finish-delay': { ...text, default: '0' },
			'clock-window': { ...text, default: '900' },
			'token-seconds': { ...text, default: '21600' },
			'member-limit': { ...text, default: '1000' },
			'link-seconds': { ...text, default: '600' },
			'media-speed': { ...text, default: '1' },
			'no-sync': on,
			'data-folder': text,
			seed: { ...text, default: '0' },
			fault: { type: 'string', multiple: true },
			'separate-hosts': on,
			lenient: on,
			'seed-demo': on,
			empty: on,
			quiet: on,
			help: on,
		},
	});
	const rules = [
		...(values.fault ?? []),
		...(env.EMULATOR_FAULTS ?? '').split(';').filter((rule) => rule.trim() !== ''),
	];
	return {
		help: values.help,
		quiet: values.quiet,
		seed: numberOf('seed', values.seed),
		faults: rules.map(parseFault),
		options: {
			port: numberOf('port', values.port),
			host: values.host,
			prefix: values.prefix,
			strict: !values.lenient,
			separateHosts: values['separate-hosts'],
			latencyMs: numberOf('latency', values.latency),
			capacity: numberOf('capacity', values.capacity),
			queueDelayMs: numberOf('queue-delay', values['queue-delay']),
			finishDelayMs: numberOf('finish-delay', values['finish-delay']),
			clockWindowSeconds: numberOf('clock-window', values['clock-window']),
			dataFolder: values['data-folder'] ?? null,
			linkSeconds: numberOf('link-seconds', values['link-seconds']),
			mediaSpeed: numberOf('media-speed', values['media-speed']),
			tokenSeconds: numberOf('token-seconds', values['token-seconds']),
			memberLimit: numberOf('member-limit', values['member-limit']),
			syncFeature: !values['no-sync'],
			seedDemo: values['seed-demo'] || !values.empty,
		},
	};
}
