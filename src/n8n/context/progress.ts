import type { IExecuteFunctions } from 'n8n-workflow';
import { type Clock, steadyMs } from '../../client/async/clock';
import { isOutputRedacted } from './hostFeatures';
import { vaultOf } from './runSecrets';

/** One file on its way. */
export interface Transfer {
	/** `bytes` of `size` have arrived so far; `size` is left out where it is unknown. */
	at(bytes: number, size?: number): void;
	end(): void;
}

/** Reports the transfers of one run while they are under way, and work that consists of many parts. */
export interface Progress {
	/** `verb` as in `Uploading`; `name` is the name of the file, without folders. */
	begin(verb: string, name: string): Transfer;
	/** Work of `total` parts, e.g. changes: returns what is told how many of them are done. */
	beginParts(verb: string, parts: string, total: number): (done: number) => void;
}

type Context = Pick<IExecuteFunctions, 'getMode' | 'logger' | 'sendMessageToUI'>;
interface ActiveTransfer {
	readonly verb: string;
	readonly name: string;
	/** Start (`steadyMs`). */
	readonly since: number;
	bytes: number;
	size?: number;
}

/** Shortest time between two messages in ms, and the age of a transfer at its first one. */
const INTERVAL_MS = 1_000;
const KB = 1_000;
const MB = 1_000_000;

/**
 * Progress of one run, at most one message a second and none in the first second. A manual run shows it in the
 * browser's console, the only place n8n has for unfinished work, and in n8n's log; all other runs write it to the log
 * at level debug.
 */
export function progressOf(context: Context, clock: Clock): Progress {
	const active = new Set<ActiveTransfer>();
	let last = -Infinity;
	const say = (now: number, text: string): void => {
		last = now;
		const isWatched = context.getMode() === 'manual';
		if (isWatched) context.sendMessageToUI(text);
		context.logger[isWatched && !isOutputRedacted(context) ? 'info' : 'debug'](text);
	};
	const report = (): void => {
		const now = steadyMs(clock);
		const long = [...active].filter(({ since }) => now - since >= INTERVAL_MS);
		// Names are searched for secrets only when one is said: most transfers are over before.
		if (long.length > 0 && now - last >= INTERVAL_MS) say(now, sentence(long, now, vaultOf(context).forErrors));
	};
	return {
		begin: (verb, name) => {
			const transfer: ActiveTransfer = { verb, name, since: steadyMs(clock), bytes: 0 };
			active.add(transfer);
			return {
				at: (bytes, size) => {
					Object.assign(transfer, { bytes, size });
					report();
				},
				end: () => void active.delete(transfer),
			};
		},
		beginParts: (verb, parts, total) => {
			const since = steadyMs(clock);
			return (done) => {
				const now = steadyMs(clock);
				if (now - since < INTERVAL_MS || now - last < INTERVAL_MS) return;
				const left = done > 0 ? `, ${timeLeft(((total - done) / done) * ((now - since) / 1_000))}` : '';
				const percent = Math.floor((done / total) * 100);
				say(now, `${verb}: ${withCommas(done)} of ${withCommas(total)} ${parts} (${percent} %)${left}`);
			};
		},
	};
}

/** E.g. `Uploading report.mp4: 412 of 1,024 MB (40 %), 98 MB/s, 7 s left`; several transfers share one sentence. */
function sentence(transfers: readonly ActiveTransfer[], now: number, scrub: (text: string) => string): string {
	const [first] = transfers;
	const verb = transfers.every((one) => one.verb === first?.verb) ? first?.verb : 'Transferring';
	const what = transfers.length === 1 ? scrub(first?.name ?? '') : `${transfers.length} files`;
	const bytes = sumOf(transfers.map((one) => one.bytes));
	const size = sumOf(transfers.map((one) => one.size ?? NaN));
	const rate = sumOf(transfers.map((one) => (one.bytes * 1_000) / Math.max(1, now - one.since)));
	const speed = `${inUnits(rate)}/s`;
	if (Number.isNaN(size) || size === 0) return `${verb} ${what}: ${inUnits(bytes)}, ${speed}`;
	const percent = Math.floor((bytes / size) * 100);
	const left = rate > 0 ? `, ${timeLeft((size - bytes) / rate)}` : '';
	return `${verb} ${what}: ${amount(bytes, size)} of ${inUnits(size)} (${percent} %), ${speed}${left}`;
}

const sumOf = (numbers: readonly number[]): number => numbers.reduce((sum, one) => sum + one, 0);

const withCommas = (value: number): string => value.toLocaleString('en-US');

/** Whether so many bytes are said in megabytes: from ten on; below, in kilobytes. */
const isLarge = (bytes: number): boolean => bytes >= 10 * MB;
/** Bytes in the unit in which `others` are said. */
const amount = (bytes: number, others: number): string => withCommas(Math.round(bytes / (isLarge(others) ? MB : KB)));
const inUnits = (bytes: number): string => `${amount(bytes, bytes)} ${isLarge(bytes) ? 'MB' : 'kB'}`;

function timeLeft(seconds: number): string {
	if (seconds < 60) return `${Math.max(1, Math.ceil(seconds))} s left`;
	const minutes = Math.ceil(seconds / 60);
	return minutes < 60 ? `${minutes} min left` : `${Math.floor(minutes / 60)} h ${minutes % 60} min left`;
}
