import { createHash } from 'node:crypto';
import { badParameter, codes, ServiceFailure } from '../../http/errors';
import { int, optional, required, type Values, word } from '../../http/parameters';
import { seconds } from '../../time/clock';
import { partnerOperation } from '../operation';
import { type Customer, customerOf, customerRef, date } from './customers';

const DAY_MS = 86_400_000;
/** doc: up to one year per query. assumed (J06): 366 days, both ends included. */
const MOST_DAYS = 366;

/** assumed: bytes of one kind of traffic on a day. Invented, but the same at every call. */
function traffic(enterpriseId: number, day: string, kind: string): number {
	return createHash('sha1').update(`${enterpriseId} ${day} ${kind}`).digest().readUInt32BE(0) % 500_000_000;
}

export const entDailyStats = partnerOperation('/m-api/1/thirdparty/ent_daily_stats', {
	params: { ...customerRef, type: required(word('flow')), start_date: required(date), end_date: optional(date) },
	handle: ({ world, client, p }) => {
		const { enterprise, contract } = customerOf(world, client, p.out_id);
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

const DAY_SECONDS = 86_400;

/** doc: the parameters that each type of order requires. assumed: others are refused. */
const fieldsByType = {
	'trial.extend': ['days'],
	subscribe: ['member_count', 'space', 'month'],
	renew: ['month'],
	upgrade: ['member_count', 'space'],
	unsubscribe: [],
} as const;

const types = ['trial.extend', 'subscribe', 'renew', 'upgrade', 'unsubscribe'] as const;

const amounts = {
	days: optional(int(1)),
	member_count: optional(int(0)),
	space: optional(int(0)),
	month: optional(int(1)), // assumed (J12): no upper bound
};
type Amounts = Values<typeof amounts>;
type Type = keyof typeof fieldsByType;

function checkFields(p: Amounts & { readonly type: Type }): void {
	const wanted: readonly string[] = fieldsByType[p.type];
	for (const name of ['days', 'member_count', 'space', 'month'] as const) {
		if (wanted.includes(name) && p[name] === undefined)
			throw badParameter(name, `is missing; type '${p.type}' needs it`);
		if (!wanted.includes(name) && p[name] !== undefined) throw badParameter(name, `is unknown to type '${p.type}'`);
	}
}

function addMonths(dateline: number, months: number): number {
	const date = new Date(dateline * 1000);
	date.setUTCMonth(date.getUTCMonth() + months);
	return seconds(date.getTime());
}

/** assumed: a trial can be extended or subscribed, a paid enterprise renewed, upgraded or unsubscribed. */
function checkTransition({ contract }: Customer, type: Type): void {
	const forPaidOnly = type === 'renew' || type === 'upgrade' || type === 'unsubscribe';
	if (contract.trial === forPaidOnly)
		throw badParameter('type', `'${type}' is not possible for ${contract.trial ? 'a trial' : 'a paid'} enterprise`);
}

/** doc: an order takes effect immediately. */
function applyOrder({ enterprise, contract }: Customer, type: Type, amounts: Amounts, now: number): void {
	const { days = 0, member_count: members = 0, space = 0, month = 0 } = amounts;
	const from = Math.max(now, contract.endDateline);
	switch (type) {
		case 'trial.extend':
			contract.endDateline = from + days * DAY_SECONDS;
			return;
		case 'subscribe': // assumed (J09): the trial ends
			contract.trial = false;
			enterprise.memberLimit = members;
			contract.spaceGb = space;
			contract.endDateline = addMonths(now, month);
			return;
		case 'renew':
			contract.endDateline = addMonths(from, month);
			return;
		case 'upgrade': // doc: additional members and GB
			enterprise.memberLimit += members;
			contract.spaceGb += space;
			return;
		case 'unsubscribe': // assumed (J13): the contract ends at once
			contract.endDateline = now;
	}
}

export const order = partnerOperation('/m-api/1/thirdparty/order', {
	params: { ...customerRef, type: required(word(...types)), ...amounts },
	handle: ({ world, client, p }) => {
		// doc: authorized agents only. assumed (J03): 40310 otherwise.
		if (!client.agent) throw new ServiceFailure(codes.noPermission, 'only authorized agents may order');
		checkFields(p);
		const customer = customerOf(world, client, p.out_id);
		checkTransition(customer, p.type);
		applyOrder(customer, p.type, p, seconds(world.now()));
		return {};
	},
});
