import type { IExecuteFunctions } from 'n8n-workflow';
import type { Clock } from '../../client/async/clock';

/** One file on its way. */
export interface Transfer {
	/** `bytes` of `size` have arrived by now; `size` is left out where it is not known. */
	at(bytes: number, size?: number): void;
	/** It is over, well or not. */
	end(): void;
}

/** Tells a person how the transfers of one run go on. */
export interface Progress {
	/** `name` is the name of the file, without folders. */
	begin(verb: 'Uploading' | 'Downloading', name: string): Transfer;
}

type Context = Pick<IExecuteFunctions, 'getMode' | 'logger' | 'sendMessageToUI'> & {
	isConsoleOutputRedacted?(): boolean;
};
interface Going {
	readonly verb: string;
	readonly name: string;
	readonly since: number;
	bytes: number;
	size?: number;
}

/** At most one message in so many ms, and none about what takes less. */
const PAUSE_MS = 1_000;
const MB = 1_000_000;

const grouped = (value: number): string => String(value).replace(/\B(?=(\d{3})+$)/g, ',');
/** `in` megabytes, or kilobytes below ten of them. */
const amount = (bytes: number, small: boolean): string => grouped(Math.round(bytes / (small ? 1_000 : MB)));

function timeLeft(seconds: number): string {
	if (seconds < 60) return `${Math.max(1, Math.ceil(seconds))} s left`;
	const minutes = Math.ceil(seconds / 60);
	return minutes < 60 ? `${minutes} min left` : `${Math.floor(minutes / 60)} h ${minutes % 60} min left`;
}

/** E.g. `Uploading report.mp4: 412 of 1,024 MB (40 %), 98 MB/s, 7 s left`; several files at once are told together. */
function sentence(going: readonly Going[], now: number): string {
	const [first] = going;
	const verb = going.every((one) => one.verb === first?.verb) ? first?.verb : 'Transferring';
	const what = going.length === 1 ? first?.name : `${going.length} files`;
	const bytes = going.reduce((sum, one) => sum + one.bytes, 0);
	const size = going.every((one) => one.size !== undefined)
		? going.reduce((sum, one) => sum + (one.size ?? 0), 0)
		: undefined;
	const rate = going.reduce((sum, one) => sum + (one.bytes * 1_000) / Math.max(1, now - one.since), 0);
	const small = (size ?? bytes) < 10 * MB;
	const unit = small ? 'kB' : 'MB';
	const speed = rate < 10 * MB ? `${amount(rate, true)} kB/s` : `${amount(rate, false)} MB/s`;
	if (!size) return `${verb} ${what}: ${amount(bytes, small)} ${unit}, ${speed}`;
	const left = rate > 0 ? `, ${timeLeft((size - bytes) / rate)}` : '';
	return `${verb} ${what}: ${amount(bytes, small)} of ${amount(size, small)} ${unit} (${Math.floor((bytes / size) * 100)} %), ${speed}${left}`;
}

/**
 * Progress of one run, at most one message a second and none in the first second. A manual run shows it in the console of the
 * browser, the only place n8n has for what is not over yet, and writes it into n8n's log; all other runs write it there at level debug.
 */
export function progressOf(context: Context, clock: Clock): Progress {
	const going = new Set<Going>();
	let last = -Infinity;
	const tell = (): void => {
		const now = clock.now();
		const long = [...going].filter(({ since }) => now - since >= PAUSE_MS);
		if (long.length === 0 || now - last < PAUSE_MS) return;
		last = now;
		const text = sentence(long, now);
		const watched = context.getMode() === 'manual';
		if (watched) context.sendMessageToUI(text);
		context.logger[watched && context.isConsoleOutputRedacted?.() !== true ? 'info' : 'debug'](text);
	};
	return {
		begin: (verb, name) => {
			const one: Going = { verb, name, since: clock.now(), bytes: 0 };
			going.add(one);
			return {
				at: (bytes, size) => {
					Object.assign(one, { bytes, size });
					tell();
				},
				end: () => void going.delete(one),
			};
		},
	};
}
