import type { Emulator, FaultRule } from '../emulator';
import { endpointOf, endpoints } from './endpoints';
import { kindsAt, type FaultKind } from './kinds';
import type { Coverage, FaultEvent } from './messages';
import type { Random } from './random';

type Exchange = Parameters<NonNullable<Emulator['faults']['choose']>>[0];

/**
 * The time in ms in which an endpoint of one service has at most one fault. The first repetition follows at most a
 * failure, which takes three seconds at most, more on a busy machine: what may be sent again must then succeed.
 */
const GAP_MS = 10_000;
/** Endpoints that are asked only after failures of others: where these fail, as long as faults are missing there. */
const PROVOKED: ReadonlyArray<readonly [asked: string, after: string]> = [
	['/upload_req', '/upload_part'],
	['/upload_abort', '/upload_part'],
	['/upload_abort', '/upload_finish'],
];
const SIGN_IN = '/m-api/oauth2/token2';
/** How long a new token stays valid for sure, in ms. */
const SIGN_IN_MS = 2_000;
/** How often a fault comes where some are still missing, and where all have been. */
const [WANTED, BACKGROUND] = [0.6, 0.02];

/** Decides which request has which fault, until every fault has been at every endpoint. */
export class FaultPlan {
	enabled = true;
	private readonly counts = new Map<string, Map<FaultKind, number>>();
	private readonly quietUntil = new Map<string, number>();
	/** When a service issued a token last. */
	private readonly signIns = new Map<number, number>();

	constructor(
		private readonly random: Random,
		private readonly target: number,
		private readonly happened: (event: FaultEvent) => void,
	) {
		for (const endpoint of endpoints())
			this.counts.set(endpoint, new Map(kindsAt(endpoint).map((kind) => [kind, 0])));
	}

	/** What happens to this request of a service; usually nothing. Reports a fault to `tell` too. */
	choose(
		world: number,
		emulator: Emulator,
		exchange: Exchange,
		tell: (event: FaultEvent) => void,
	): FaultRule | undefined {
		const endpoint = endpointOf(exchange.path);
		const counts = this.counts.get(endpoint);
		const place = `${world} ${endpoint}`;
		if (endpoint === SIGN_IN) this.signIns.set(world, Date.now());
		if (!this.enabled || !counts || (this.quietUntil.get(place) ?? 0) > Date.now()) return undefined;
		const least = Math.min(...counts.values());
		if (!this.random.chance(this.isWanted(endpoint) ? WANTED : BACKGROUND)) return undefined;
		const rarest = [...counts].filter(([, count]) => count === least).map(([kind]) => kind);
		const kind = this.random.pick(rarest);
		if (kind.endsTokens && (this.signIns.get(world) ?? 0) > Date.now() - SIGN_IN_MS) return undefined;
		if (kind.change && !kind.change(emulator, exchange)) return undefined;
		counts.set(kind, least + 1);
		const at = Date.now();
		this.quietUntil.set(place, at + GAP_MS);
		const event = { at, world, endpoint, kind: kind.name };
		this.happened(event);
		tell(event);
		if (kind.action === undefined) return undefined;
		return { match: exchange.path, action: kind.action, slowMs: kind.slowMs };
	}

	/** Whether faults are missing at an endpoint, or at one that is asked only after they have happened there. */
	private isWanted(endpoint: string): boolean {
		const places = [endpoint, ...PROVOKED.flatMap(([asked, after]) => (after === endpoint ? [asked] : []))];
		return places.some((place) => Math.min(...(this.counts.get(place)?.values() ?? [])) < this.target);
	}

	/** How often each fault has happened. */
	coverage(): Coverage {
		const named = (counts: ReadonlyMap<FaultKind, number>) =>
			Object.fromEntries([...counts].map(([{ name }, count]) => [name, count]));
		return Object.fromEntries([...this.counts].map(([endpoint, counts]) => [endpoint, named(counts)]));
	}
}

/** How many faults are still missing at each endpoint; endpoints without any are left out. */
export function missingFaults(coverage: Coverage, target: number): Readonly<Record<string, number>> {
	const missing = Object.entries(coverage).map(([endpoint, counts]): [string, number] => [
		endpoint,
		Object.values(counts).reduce((sum, count) => sum + Math.max(0, target - count), 0),
	]);
	return Object.fromEntries(missing.filter(([, count]) => count > 0));
}
