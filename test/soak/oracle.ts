import { isReading } from './endpoints';
import { missingFaults } from './faultPlan';
import { KINDS } from './kinds';
import type { Coverage, FaultEvent, Model, Outcome, Sample, Truth } from './messages';
import { differences } from './model';

/** Everything that the oracle is told. */
export interface Record {
	readonly faults: FaultEvent[];
	readonly outcomes: Outcome[];
	readonly samples: Sample[];
	readonly defects: string[];
	readonly changes: string[];
	readonly activities: string[];
	coverage: Coverage;
	truth?: Truth;
	model?: Model;
}

export const newRecord = (): Record => ({
	faults: [],
	outcomes: [],
	samples: [],
	defects: [],
	changes: [],
	activities: [],
	coverage: {},
});

const HARMLESS = new Set(KINDS.filter(({ harmless }) => harmless).map(({ name }) => name));

/** What a person cannot use: an error without words, or with the inside of a program. */
const UNCLEAR = /undefined|\[object |\bnull\b|NaN|TypeError|ECONN|UND_ERR|^\s*\|/;
/** Secrets of the demo services, which no error may show. */
const SECRET = /demo-password|-secret\b/;

/** Faults during an execution that explain why it failed: it may change something, and was not told whether it did. */
const excuses = ({ world, from, to, endpoints }: Outcome, faults: readonly FaultEvent[]): FaultEvent[] =>
	faults.filter(
		(fault) =>
			fault.world === world &&
			fault.at >= from &&
			fault.at <= to &&
			endpoints.includes(fault.endpoint) &&
			!HARMLESS.has(fault.kind) &&
			!isReading(fault.endpoint),
	);

/** Whether the failures of an execution are justified, and what a person can use. */
function wrongIn(outcome: Outcome, faults: readonly FaultEvent[]): string[] {
	const { id, failures } = outcome;
	if (failures.length === 0 || outcome.stopped) return [];
	const unclear = failures.filter((text) => UNCLEAR.test(text) || SECRET.test(text) || text.length < 10);
	const wrong = unclear.map((text) => `${id} failed with an unclear error: ${text}`);
	const excused = excuses(outcome, faults);
	if (excused.length > 0) return wrong;
	const seen = faults
		.filter(({ world, at }) => world === outcome.world && at >= outcome.from && at <= outcome.to)
		.map(({ endpoint, kind }) => `${kind} at ${endpoint}`);
	return [...wrong, `${id} failed without a reason: ${failures[0]} (faults: ${[...new Set(seen)].join(', ')})`];
}

/** How often each key is in a list. */
function counted(keys: readonly string[]): Map<string, number> {
	const counts = new Map<string, number>();
	for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1);
	return counts;
}

/** What a trigger lost, repeated or invented, as lines for people. */
export function unevenChanges(emitted: readonly string[], { touches, latest }: Truth): string[] {
	const happened = counted(touches);
	const reported = counted(emitted);
	const tooOften = [...reported].filter(([key, count]) => count > (happened.get(key) ?? 0));
	const lost = latest.filter((key) => !reported.has(key));
	return [
		...tooOften.map(([key, count]) => `reported ${count} times, happened ${happened.get(key) ?? 0} times: ${key}`),
		...lost.map((key) => `a change was lost: ${key}`),
	];
}

/** The same for a log, of which every line is an activity. */
export function unevenActivities(emitted: readonly string[], lines: readonly string[]): string[] {
	const [happened, reported] = [counted(lines), counted(emitted)];
	return [...new Set([...happened.keys(), ...reported.keys()])].flatMap((key) => {
		const [was, is] = [happened.get(key) ?? 0, reported.get(key) ?? 0];
		return was === is ? [] : [`in the log ${was} times, reported ${is} times: ${key}`];
	});
}

/** Everything that is wrong, as lines for people; `target` is how often each fault had to happen. */
export function faultsOf(record: Record, { target, operations }: { target: number; operations: number }): string[] {
	const { faults, outcomes, defects, truth, model, coverage } = record;
	const done = outcomes.reduce((sum, { items }) => sum + items, 0);
	const missing = Object.entries(missingFaults(coverage, target));
	const wrong = [
		...defects,
		...outcomes.flatMap((outcome) => wrongIn(outcome, faultsNear(outcome, faults))),
		...missing.map(([endpoint, count]) => `${count} faults are missing at ${endpoint}`),
		...(done < operations ? [`${done} operations instead of ${operations}`] : []),
	];
	if (!truth || !model) return [...wrong, 'the soak did not end'];
	return [
		...wrong,
		...differences(model, truth.files),
		...truth.knownSessions.map((session) => `a session was left open: ${session}`),
		...unevenChanges(record.changes, truth),
		...unevenActivities(record.activities, truth.activities),
	];
}

/** The faults of the time of an execution; both lists are in the order of time. */
function faultsNear({ from, to }: Outcome, faults: readonly FaultEvent[]): FaultEvent[] {
	let [low, high] = [0, faults.length];
	while (low < high) {
		const middle = (low + high) >> 1;
		if ((faults[middle]?.at ?? Infinity) < from) low = middle + 1;
		else high = middle;
	}
	const near: FaultEvent[] = [];
	for (let at = low; (faults[at]?.at ?? Infinity) <= to; at++) near.push(faults[at] as FaultEvent);
	return near;
}
