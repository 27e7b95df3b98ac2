import { createHash } from 'node:crypto';
import { badParameter } from '../../http/errors';
import { optional, required, word } from '../../http/parameters';
import { partnerOperation } from '../operationsByCaller';
import { customerRef, date, referredCustomer } from './customer';

const DAY_MS = 86_400_000;
/** doc: up to one year per query. assumed (J06): 366 days, both ends included. */
const MOST_DAYS = 366;

/** assumed: bytes of one kind of traffic on a day. Invented, but the same at every call. */
function traffic(enterpriseId: number, day: string, kind: string): number {
	return createHash('sha1').update(`${enterpriseId} ${day} ${kind}`).digest().readUInt32BE(0) % 500_000_000;
}

export const entDailyStats = partnerOperation('/m-api/1/thirdparty/ent_daily_stats', {
	params: { ...customerRef, type: required(word('flow')), start_date: required(date), end_date: optional(date) },
	handle: (call) => {
		const { world, p } = call;
		const { enterprise, contract } = referredCustomer(call);
		// doc: the data of a day is available on the following day, so yesterday is the latest.
		const latest = Math.floor(world.now() / DAY_MS) * DAY_MS - DAY_MS;
		const end = p.end_date ?? latest;
		if (p.end_date !== undefined && p.end_date < p.start_date)
			throw badParameter('end_date', 'is before start_date');
		if ((end - p.start_date) / DAY_MS + 1 > MOST_DAYS)
			throw badParameter('start_date', `is more than ${MOST_DAYS} days before the end`);
		const list = [];
		// assumed: days before the creation of the enterprise are left out, and so are future days.
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
