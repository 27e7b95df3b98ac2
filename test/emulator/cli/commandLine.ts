import { parseArgs } from 'node:util';
import { type FaultAction, type FaultRule, namedActions } from '../faults/faults';
import { type AnswerChoice, shapeNames } from '../http/answers';
import type { EmulatorOptions } from '../world/options';

function actionNamed(name: string): FaultAction {
	const named = namedActions.find((known) => known === name);
	if (named) return named;
	if (/^\d{3}$/.test(name)) return { status: Number(name) };
	const cut = /^cut:(\d+)$/.exec(name);
	if (cut) return { cutAfterBytes: Number(cut[1]) };
	throw new Error(`unknown fault action '${name}'`);
}

/** Parses `path=…,action=…,times=…,after=…,method=…,ms=…`; throws with a message for people. */
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
		action: actionNamed(action),
		method: parts.get('method'),
		times: number('times'),
		after: number('after'),
		slowMs: number('ms'),
	};
}

const text = { type: 'string' } as const;
const on = { type: 'boolean', default: false } as const;

const OPTIONS = {
	port: { ...text, default: '8765' },
	host: { ...text, default: '127.0.0.1' },
	prefix: { ...text, default: 'svc' },
	latency: { ...text, default: '0' },
	capacity: { ...text, default: '-1' },
	'queue-delay': { ...text, default: '0' },
	'finish-delay': { ...text, default: '0' },
	data: text,
	answers: { ...text, default: 'plain' },
	seed: { ...text, default: '0' },
	fault: { type: 'string', multiple: true },
	'any-method': on,
	empty: on,
	quiet: on,
	help: on,
} as const;

type Values = ReturnType<typeof parseArgs<{ options: typeof OPTIONS }>>['values'];

function numberOf(name: string, value: string): number {
	if (!/^-?\d+$/.test(value)) throw new Error(`--${name} needs a whole number, not '${value}'`);
	return Number(value);
}

function answersNamed(value: string): AnswerChoice {
	if (value === 'all') return value;
	const names = value.split(',').filter((name) => name !== 'plain');
	const unknown = names.find((name) => !shapeNames.some((known) => known === name));
	if (unknown !== undefined)
		throw new Error(`--answers takes plain, all, or some of ${shapeNames.join(', ')}; not '${unknown}'`);
	return shapeNames.filter((name) => names.includes(name));
}

function emulatorOptions(values: Values): Partial<EmulatorOptions> {
	return {
		port: numberOf('port', values.port),
		host: values.host,
		prefix: values.prefix,
		anyMethod: values['any-method'],
		answers: answersNamed(values.answers),
		latencyMs: numberOf('latency', values.latency),
		capacity: numberOf('capacity', values.capacity),
		queueDelayMs: numberOf('queue-delay', values['queue-delay']),
		finishDelayMs: numberOf('finish-delay', values['finish-delay']),
		stateFolder: values.data ?? null,
		seedDemo: !values.empty,
	};
}

/** Parses the arguments. Throws, with a message for people, for unknown options and malformed values. */
export function parseCommandLine(args: string[]) {
	const { values } = parseArgs({ args, options: OPTIONS });
	return {
		help: values.help,
		quiet: values.quiet,
		/** Number of files to add to the folder Bulk. */
		seed: numberOf('seed', values.seed),
		faults: (values.fault ?? []).map(parseFault),
		options: emulatorOptions(values),
	};
}

export const usage = `File Library Service emulator

Usage: npm run emulator -- [options]

Address
  --port N              port of the service (8765)
  --host ADDRESS        address to bind (127.0.0.1)
  --prefix WORD         vendor prefix of headers and events (svc)

Rules
  --any-method          take GET as well as POST
  --answers SHAPES      attested shapes of answers: some names with commas, or all (plain)
  --capacity BYTES      capacity of the demo library (-1, no limit)

Content
  --empty               start with an empty demo library
  --seed N              add N small files to the folder Bulk
  --data DIR            keep everything in this folder, and continue with it at the next start

Delays and faults
  --latency MS          delay of every answer (0)
  --queue-delay MS      queue every copy, for this long (0)
  --finish-delay MS     how long upload_finish answers 202 (0)
  --fault RULE          scripted fault; can be repeated, e.g.
                        path=/upload_part,action=reset,times=2
                        path=/file/ls,action=503,after=1
                        actions: reset, resetWithin, resetAfter, html, cut:BYTES, a status;
                        slow, drip and stall with ms=N

  --quiet               print no requests
  --help                print this text
`;
