import { createHash } from 'node:crypto';
import { badParameter } from '../../http/errors';
import { optional, required, word } from '../../http/parameters';
import { customer, customerOf, date, operation } from './shared';

const DAY_MS = 86_400_000;
/** doc: up to one year per query. ambiguity J06: 366 days inclusive. */
const MOST_DAYS = 366;

/** Bytes of one kind of traffic on a day: made up, but the same at every call. */
function traffic(enterpriseId: number, day: string, kind: string): number {
	return createHash('sha1').update(`${enterpriseId} ${day} ${kind}`).digest().readUInt32BE(0) % 500_000_000;
}

export const entDailyStats = operation({
	params: { ...customer, type: required(word('flow')), start_date: required(date), end_date: optional(date) },
	handle: ({ world, client, p }) => {
		const { enterprise, contract } = customerOf(world, { client }, p.out_id);
		// doc: a day's data is there on the following day, so yesterday is the latest.
		const latest = Math.floor(world.now() / DAY_MS) * DAY_MS - DAY_MS;
		const end = p.end_date ?? latest;
		if (p.end_date !== undefined && p.end_date < p.start_date)
			throw badParameter('end_date', 'is before start_date');
		if ((end - p.start_date) / DAY_MS + 1 > MOST_DAYS)
			throw badParameter('start_date', `is more than ${MOST_DAYS} days before the end`);
		const list = [];
		// assumed: days before the enterprise was made are left out, as those to come are.
		const first = Math.max(p.start_date, Math.floor(contract.createdMs / DAY_MS) * DAY_MS);
		for (let at = first; at <= Math.min(end, latest); at += DAY_MS) {
			const day = new Date(at).toISOString().slice(0, 10);
			list.push({
				date: day,
				download: traffic(enterprise.id, day, 'download'),
				link: traffic(enterprise.id, day, 'link'),
				preview: traffic(enterprise.id, day, 'preview'),
			});
		}
		return { list };
	},
});
