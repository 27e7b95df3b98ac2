import { operation } from '../operation/define';
import { choice, date, filter, int, required, requiredFor, text, top } from '../operation/fields';
import { DAY_MS, textOf } from '../wire/json';
import { inputError, valueError, quoted } from '../wire/libraryError';
import { by, requireOrder } from './shared';
import { gigabytesFor } from './sharedEnterprise';
import { simpleEnterprise, simpleTraffic } from './simplifyEnterprise';

/* The enterprises of a partner. */

const SETTING = '__setting_';
const SETTING_PREFIX = /^__setting_/;
const OUT_ID = by('outId', 'customer-002');
const enterprise = required.ref('The enterprise, by its ID in your own system', {
	claims: 'scope',
	wire: 'out_id',
	modes: { list: 'enterprises', outId: { label: 'External ID', placeholder: 'e.g. customer-01' } },
});

export const createEnterprise = operation('partnerCreateEnt', 'enterprise.create', {
	summary: 'Create a trial enterprise',
	input: {
		outId: required.text(['External ID', 'Unique ID of the enterprise in your own system'], {
			claims: 'scope',
			placeholder: 'e.g. customer-01',
		}),
		name: required.text('Name of the enterprise', { wire: 'ent_name', placeholder: 'e.g. Example Ltd' }),
		account: text(
			'Account of an administrator to create, unique in the whole service; none is created when empty. ' +
				'The password of the account is only in the answer of this call: store it at once.',
			{ label: 'Administrator Account', placeholder: 'e.g. admin@example.com' },
		),
		days: int(['Trial Days', 'How many days the trial lasts; about three months when left out'], {
			default: 90,
			min: 1,
			max: 90,
		}),
		memberCount: int(['Members', 'How many members the enterprise can have'], { default: 1000, min: 1 }),
		space: int(['Space (GB)', 'How much the enterprise can store, in GB'], { default: 500, min: 1, max: 51_200 }),
		settings: top.rows('Initial data of the enterprise, as agreed with the operator of the service', {
			wire: SETTING,
			label: 'Initial Settings',
			button: 'Add Setting',
			cells: {
				name: required.text(`Name of the setting; "${SETTING}" is added before it`, {
					placeholder: 'e.g. language',
				}),
				value: text('Value of the setting', { format: 'lines' }),
			},
		}),
	},
	compose: ({ settings }) => {
		const wire: Record<string, string> = {};
		for (const { name, value } of settings ?? []) {
			const setting = textOf(name).replace(SETTING_PREFIX, '');
			const key = `${SETTING}${setting}`;
			if (Object.hasOwn(wire, key)) throw valueError('Initial Settings', `${quoted(setting)} is in two rows`);
			wire[key] = textOf(value);
		}
		return wire;
	},
	simplify: simpleEnterprise,
	caution: ['irreversible', { kind: 'secret', when: ({ account }) => account !== undefined }],
	secrets: ['password'],
	example: {
		outId: 'customer-090',
		name: 'Example Ltd',
		settings: { rows: [{ name: 'language', value: 'en' }] },
		options: { account: 'admin90@example.com', memberCount: 50, space: 100 },
	},
});

export const getEnterprise = operation('partnerEntInfo', 'enterprise.get', {
	summary: 'Get the limits, usage and end date of an enterprise; space and size are in bytes',
	input: { enterprise },
	simplify: simpleEnterprise,
	example: { enterprise: OUT_ID },
});

export const listEnterprises = operation('partnerEntList', 'enterprise.getMany', {
	summary: 'List your enterprises',
	input: {
		beginDate: filter.date(['Created From', 'Only enterprises created on this day or later'], { unit: 'day' }),
		endDate: filter.date(['Created Before', 'Only enterprises created before this day'], { unit: 'day' }),
		order: choice('In which order to list them; by what, the service decides', {
			choices: { asc: 'Ascending', desc: 'Descending' },
		}),
	},
	check: ({ beginDate, endDate }) => requireOrder(['Created From', beginDate], ['Created Before', endDate]),
	paging: { kind: 'offset', pageSize: 1000, keyFields: ['id'] },
	simplify: simpleEnterprise,
	example: { returnAll: true, filters: { beginDate: '2026-01-01' } },
});

/** What an upgrade may leave as it is. */
const addable = { min: 0, optionalFor: { field: 'type', values: ['upgrade'] } } as const;

export const partnerOrder = operation('partnerOrder', 'enterprise.order', {
	action: 'Place an order for an enterprise',
	forModel: 'Subscribe, renew, upgrade or end an enterprise in File Library.',
	summary:
		'Subscribe, renew, upgrade or unsubscribe an enterprise, or extend its trial, effective immediately; ' +
		'unsubscribing cannot be undone',
	// An order has no idempotency key: sending it twice would order twice (J03).
	input: {
		enterprise,
		type: required.choice(['Order Type', 'What to order. Only authorized agents can place orders.'], {
			hint: 'An order costs money',
			default: 'subscribe',
			choices: {
				'trial.extend': 'Extend Trial',
				subscribe: 'Subscribe',
				renew: 'Renew',
				upgrade: ['Upgrade', 'Adds members and space'],
				unsubscribe: ['Unsubscribe', 'Ends the subscription. This cannot be undone.'],
			},
		}),
		memberCount: requiredFor('type', 'subscribe', 'upgrade').int(
			'Number of members; for an upgrade, the number to add, if any',
			{ ...addable, label: 'Members', placeholder: 'e.g. 50' },
		),
		space: requiredFor('type', 'subscribe', 'upgrade').int(
			'Amount of space in GB; for an upgrade, the amount to add, if any',
			{ ...addable, label: 'Space (GB)', placeholder: 'e.g. 500' },
		),
		month: requiredFor('type', 'subscribe', 'renew').int(['Months', 'Duration in months'], {
			placeholder: 'e.g. 12',
			min: 1,
		}),
		days: requiredFor('type', 'trial.extend').int('Number of days by which to extend the trial', {
			placeholder: 'e.g. 30',
			min: 1,
		}),
	},
	compose: ({ type, memberCount = 0, space = 0 }): Record<string, string> => {
		if (type !== 'subscribe' && type !== 'upgrade') return {};
		if (memberCount === 0 && space === 0)
			throw inputError(
				'Members',
				'and Space (GB) are both empty or 0, so there is nothing to order',
				'Enter one of them, or both.',
			);
		// An upgrade adds to what there is, a subscription replaces it: with 0 members nobody could sign in.
		for (const [label, value] of [
			['Members', memberCount],
			['Space (GB)', space],
		] as const)
			if (type === 'subscribe' && value === 0)
				throw inputError(label, 'must be at least 1 for a subscription, which replaces the current limit');
		return { member_count: String(memberCount), space: String(space) };
	},
	caution: 'paid',
	done: ({ type }) => ({ success: true, type }),
	// As a form does, it keeps values of the other types; they are not sent.
	example: {
		enterprise: by('outId', 'customer-001'),
		type: 'subscribe',
		memberCount: 50,
		space: 100,
		month: 12,
		days: 30,
	},
});

export const updateSettings = operation('partnerSetEntSetting', 'enterprise.updateSettings', {
	caution: 'irreversible',
	action: 'Update settings of an enterprise',
	forModel: 'Limit the daily traffic of the external links of an enterprise in File Library.',
	summary:
		'Limit the daily traffic of external links; ' +
		'for trial enterprises the service accepts the limit but does not apply it',
	input: {
		enterprise,
		linkTraffic: required.choice('How much can be downloaded through external links in one day', {
			label: 'External Link Traffic',
			wire: 'max_link_flow',
			choices: { limited: { label: 'Limited', wire: null }, unlimited: { label: 'Unlimited', wire: '-1' } },
		}),
		linkTrafficGb: {
			...gigabytesFor('linkTraffic', 'max_link_flow', 'Maximum traffic in one day'),
			label: 'Traffic per Day (GB)',
			placeholder: 'e.g. 1',
		},
	},
	// A trial enterprise answers 200 as well, and nothing changes (J08).
	done: { accepted: true },
	example: { enterprise: OUT_ID, linkTraffic: 'limited', linkTrafficGb: 1 },
});

export const getLoginLink = operation('partnerEntSsoUrl', 'enterprise.getLoginLink', {
	action: 'Get a login link of an enterprise',
	forModel: 'Get a secret link to the admin console of File Library.',
	summary: 'Get a link that opens the admin console without a password; keep it secret and open it immediately',
	input: { enterprise },
	caution: 'secret',
	secrets: ['url'],
	example: { enterprise: OUT_ID },
});

export const getClient = operation('partnerGetClientId', 'client.get', {
	menu: 'default',
	action: 'Get the client of an enterprise',
	summary: 'Get the client ID and secret for the enterprise credential',
	input: {
		enterprise,
		title: required.text(['Application Name', 'Name of the calling application, which the service records'], {
			placeholder: 'e.g. n8n',
		}),
	},
	caution: 'secret',
	secrets: ['client_secret'],
	example: { enterprise: OUT_ID, title: 'n8n' },
});

export const listDailyStatistics = operation('partnerEntDailyStats', 'dailyStatistic.getMany', {
	forModel: 'Get the daily traffic of an enterprise in File Library, for a year at most.',
	summary:
		'Get the daily traffic of an enterprise in bytes, for at most one year; ' +
		'the data of a day is available on the next day',
	input: {
		enterprise,
		type: required.choice(['Statistics', 'What to get'], { choices: { flow: 'Traffic' } }),
		startDate: top.date(['First Day', 'The first day to get; 30 days ago when left empty'], {
			unit: 'day',
			whenEmpty: (_, now) => now - 30 * DAY_MS,
		}),
		endDate: date(['Last Day', 'The last day to get; the latest available day when left empty'], { unit: 'day' }),
	},
	check: ({ startDate, endDate }) => {
		requireOrder(['First Day', startDate], ['Last Day', endDate]);
		const days = startDate && endDate ? (endDate.getTime() - startDate.getTime()) / DAY_MS + 1 : 1;
		if (days > 366)
			throw inputError(
				'Last Day',
				`is more than a year after First Day (${days} days)`,
				'One call returns at most 366 days.',
			);
	},
	simplify: simpleTraffic,
	example: {
		enterprise: OUT_ID,
		type: 'flow',
		startDate: '2026-01-01',
		options: { endDate: '2026-12-31' },
		returnAll: true,
	},
});
