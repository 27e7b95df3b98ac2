import { parseArgs } from 'node:util';
import { type FaultAction, type FaultRule } from '../faults/faults';
import { type AnswerChoice } from '../http/answers/answerStyle';
import { shapeNames } from '../http/answers/shapes';
import { type EmulatorOptions } from '../world/options';

const NAMED = ['reset', 'resetWithin', 'resetAfter', 'html', 'slow', 'drip', 'stall'] as const;

function actionNamed(name: string): FaultAction {
	const named = NAMED.find((known) => known === name);
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

/** What the command line and the environment ask for. */
interface CommandLine {
	readonly help: boolean;
	readonly quiet: boolean;
	/** Number of files to add to the folder Bulk. */
	readonly seed: number;
	readonly faults: readonly FaultRule[];
	readonly options: Partial<EmulatorOptions>;
}

const text = { type: 'string' } as const;
const on = { type: 'boolean', default: false } as const;

/** The options of the command line; environment variables replace the defaults of some. */
const optionsFor = (env: NodeJS.ProcessEnv) =>
	({
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
		data: text,
		answers: { ...text, default: 'plain' },
		seed: { ...text, default: '0' },
		fault: { type: 'string', multiple: true },
		'separate-hosts': on,
		'any-method': on,
		'seed-demo': on,
		empty: on,
		quiet: on,
		help: on,
	}) as const;

type Values = ReturnType<typeof parseArgs<{ options: ReturnType<typeof optionsFor> }>>['values'];

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
		separateHosts: values['separate-hosts'],
		latencyMs: numberOf('latency', values.latency),
		capacity: numberOf('capacity', values.capacity),
		queueDelayMs: numberOf('queue-delay', values['queue-delay']),
		finishDelayMs: numberOf('finish-delay', values['finish-delay']),
		clockWindowSeconds: numberOf('clock-window', values['clock-window']),
		stateFolder: values.data ?? null,
		linkSeconds: numberOf('link-seconds', values['link-seconds']),
		mediaSpeed: numberOf('media-speed', values['media-speed']),
		tokenSeconds: numberOf('token-seconds', values['token-seconds']),
		memberLimit: numberOf('member-limit', values['member-limit']),
		seedDemo: values['seed-demo'] || !values.empty,
	};
}

/** Parses the arguments. Throws, with a message for people, for unknown options and malformed values. */
export function parseCommandLine(args: string[], env: NodeJS.ProcessEnv): CommandLine {
	const { values } = parseArgs({ args, options: optionsFor(env) });
	const rules = [
		...(values.fault ?? []),
		...(env.EMULATOR_FAULTS ?? '').split(';').filter((rule) => rule.trim() !== ''),
	];
	return {
		help: values.help,
		quiet: values.quiet,
		seed: numberOf('seed', values.seed),
		faults: rules.map(parseFault),
		options: emulatorOptions(values),
	};
}
