import { badParameter, codes, ServiceFailure } from '../../http/errors';
import { int, optional, required, word } from '../../http/parameters';
import type { World } from '../../world/world';
import type { Customer } from './shared';
import { customer, customerOf, operation } from './shared';

const DAY = 86_400;

/** doc: what each type of order requires besides; anything else is refused (assumed). */
const needs = {
	'trial.extend': ['days'],
	subscribe: ['member_count', 'space', 'month'],
	renew: ['month'],
	upgrade: ['member_count', 'space'],
	unsubscribe: [],
} as const;

const types = ['trial.extend', 'subscribe', 'renew', 'upgrade', 'unsubscribe'] as const;

interface Order {
	readonly type: (typeof types)[number];
	readonly days: number;
	readonly member_count: number;
	readonly space: number;
	readonly month: number;
}

function requireFields(p: { readonly type: Order['type'] } & Readonly<Record<string, unknown>>): void {
	const wanted: readonly string[] = needs[p.type];
	for (const name of ['days', 'member_count', 'space', 'month']) {
		if (wanted.includes(name) && p[name] === undefined)
			throw badParameter(name, `is missing; type '${p.type}' needs it`);
		if (!wanted.includes(name) && p[name] !== undefined) throw badParameter(name, `is unknown to type '${p.type}'`);
	}
}

function addMonths(dateline: number, months: number): number {
	const date = new Date(dateline * 1000);
	date.setUTCMonth(date.getUTCMonth() + months);
	return Math.floor(date.getTime() / 1000);
}

/** doc: takes effect immediately. Transitions of the trial flag are not shown; these are assumed. */
function apply(world: World, { enterprise, contract }: Customer, order: Order): void {
	const now = Math.floor(world.now() / 1000);
	const from = Math.max(now, contract.endDateline);
	const paidOnly = order.type === 'renew' || order.type === 'upgrade' || order.type === 'unsubscribe';
	if (contract.trial === paidOnly)
		throw badParameter(
			'type',
			`'${order.type}' is not possible for ${contract.trial ? 'a trial' : 'a paid'} enterprise`,
		);
	switch (order.type) {
		case 'trial.extend':
			contract.endDateline = from + order.days * DAY;
			return;
		case 'subscribe':
			contract.trial = false;
			enterprise.memberLimit = order.member_count;
			contract.spaceGb = order.space;
			contract.endDateline = addMonths(now, order.month);
			return;
		case 'renew':
			contract.endDateline = addMonths(from, order.month);
			return;
		case 'upgrade': // doc: additional members and GB
			enterprise.memberLimit += order.member_count;
			contract.spaceGb += order.space;
			return;
		case 'unsubscribe': // ambiguity J13: assumed to end at once
			contract.endDateline = now;
	}
}

export const order = operation({
	params: {
		...customer,
		type: required(word(...types)),
		days: optional(int(1)),
		member_count: optional(int(0)),
		space: optional(int(0)),
		month: optional(int(1)),
	},
	handle: ({ world, client, p }) => {
		// doc: authorized agents only. ambiguity J03: 40310 otherwise (assumed).
		if (!client.agent) throw new ServiceFailure(codes.noPermission, 'only authorized agents may order');
		requireFields(p);
		const { type, days = 0, member_count = 0, space = 0, month = 0 } = p;
		apply(world, customerOf(world, { client }, p.out_id), { type, days, member_count, space, month });
		return {};
	},
});
