import { steadyMs, type Timepiece } from '../../../client/async/clock';
import { RecentMap } from '../../../client/async/once';
import type { ViewerEvent } from '../plan/viewerEvent';

/* Which events of a loaded page start a workflow. */

interface PageLoad {
	readonly id: string;
	/** Unix seconds at which its newest token was issued. */
	issued: number;
	/** Whether its end has started the workflow. */
	ended: boolean;
	readonly seen: Set<string>;
}

/** Most loads, and events of all of them together: about 40 MB with the buckets of all rates when full, measured. */
const REMEMBERED = { loads: 10_000, events: 100_000 };

/**
 * The loads of pages that are remembered: those that were not used for the longest time are forgotten. `find` gives the
 * load of a token issued at `issued` (Unix seconds), which counts as just used; undefined for one that may have been
 * forgotten: it must not begin anew.
 */
function loadMemory({ loads: maxLoads, events: maxEvents }: typeof REMEMBERED) {
	// In the order of their last use.
	const loads = new RecentMap<string, PageLoad>(Infinity);
	let events = 0;
	/** Every load that was forgotten has tokens up to this time only. */
	let forgottenUntil = -Infinity;
	return {
		find(id: string, issued: number): PageLoad | undefined {
			const load = loads.get(id);
			if (!load) return issued <= forgottenUntil ? undefined : { id, issued, ended: false, seen: new Set() };
			load.issued = Math.max(load.issued, issued);
			return load;
		},
		add(load: PageLoad, event: string): void {
			load.seen.add(event);
			events += 1;
			loads.set(load.id, load);
			for (const [id, { issued, seen }] of loads) {
				if (loads.size <= maxLoads && events <= maxEvents) return;
				loads.delete(id);
				events -= seen.size;
				forgottenUntil = Math.max(forgottenUntil, issued);
			}
		},
		remove(load: PageLoad, event: string): void {
			if (loads.get(load.id) === load && load.seen.delete(event)) events -= 1;
		},
	};
}

interface PostingLoad {
	readonly loadId: string;
	/** Unix seconds at which its token was issued. */
	readonly issued: number;
	/** What is throttled together: page, viewer and file. */
	readonly key: string;
}

/** What the form of the trigger says. */
export interface GateRules {
	readonly onlyFinished: boolean;
	readonly throttleMs: number;
	/** Most events of one load, the one that reaches its end included. */
	readonly maxEvents: number;
}

/** The page throttles by its own clock: the time an event takes to reach n8n must not cost the event. */
const TOLERANCE = 0.9;
const VIEWERS = 10_000;

/** The same event again, in the same load, is no other event. */
const markOf = ({ event, extent: { current, total }, time }: ViewerEvent): string =>
	`${event} ${current}/${total} ${time}`;

/**
 * Decides which events start the workflow, whatever a page posts. Of each load an event passes once, however often it
 * is posted; the first one that reaches the end always passes, the others are throttled, and at most so many pass in
 * all. It remembers within one process only: with several webhook processes of n8n, each lets an event pass once.
 */
export function makeEventGate(clock: Timepiece, remembered = REMEMBERED) {
	const memory = loadMemory(remembered);
	const passedAt = new RecentMap<string, number>(VIEWERS);

	function reasonAgainst(event: ViewerEvent, load: PageLoad, key: string, rules: GateRules) {
		if (load.seen.has(markOf(event))) return 'repeated';
		if (event.finished && !load.ended) return undefined;
		const isEarly = steadyMs(clock) - (passedAt.get(key) ?? -Infinity) < rules.throttleMs * TOLERANCE;
		if (rules.onlyFinished || isEarly) return 'throttled';
		// One is kept for the end.
		return load.seen.size >= rules.maxEvents - (load.ended ? 0 : 1) ? 'full' : undefined;
	}

	return {
		isForgotten: ({ loadId, issued }: Pick<PostingLoad, 'loadId' | 'issued'>): boolean =>
			memory.find(loadId, issued) === undefined,
		/**
		 * The events that start the workflow, and whether others were refused because the load has no more left.
		 * `undo` takes everything back: the workflow was not started, and the page will repeat the post. Undefined for
		 * a load that was forgotten, whose events may have started the workflow before.
		 */
		pass: ({ loadId, issued, key }: PostingLoad, posted: readonly ViewerEvent[], rules: GateRules) => {
			const load = memory.find(loadId, issued);
			if (!load) return undefined;
			const before = { ended: load.ended, at: passedAt.get(key) ?? -Infinity };
			let isFull = false;
			const events = posted.filter((event) => {
				const reason = reasonAgainst(event, load, key, rules);
				isFull ||= reason === 'full';
				if (reason) return false;
				memory.add(load, markOf(event));
				load.ended ||= event.finished;
				passedAt.set(key, steadyMs(clock));
				return true;
			});
			const undo = () => {
				for (const event of events) memory.remove(load, markOf(event));
				if (events.some(({ finished }) => finished)) load.ended = before.ended;
				passedAt.set(key, before.at);
			};
			return { events, isFull, undo };
		},
	};
}
