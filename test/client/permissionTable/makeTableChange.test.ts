import { tableMaking, makePlaceReader } from '#permissionTable/work';
import { applyPlan } from '../../../src/client/plan/applyPlan';
import {
	departmentWith,
	memberWith,
	NOTHING_SET,
	statusIn,
	type Subject,
} from '../../../src/protocol/catalogue/permissionCodes';
import { type FolderChange, type SubjectChange, type TableChange, purposeOf, stagesOf } from '#permissionTable/plan';
import { namedAnswers, REFUSED, type NamedAnswer } from '../../support/namedAnswers';
import { callerWith } from '../../support/ports';

/* The changes of a permission table: what is sent, in which order, and what becomes of each. */

const AS_IT_WAS = { hash: 'h', reason: 'r', differences: {} };
const set = (fullpath: string, subject: Subject, more: Partial<SubjectChange> = {}): SubjectChange => ({
	...AS_IT_WAS,
	action: 'set',
	fullpath,
	subject,
	before: NOTHING_SET,
	permission: { role_id: 0, dl: 1 },
	...more,
});
const remove = (fullpath: string, subject: Subject): SubjectChange => ({ ...set(fullpath, subject), action: 'remove' });
const inherit = (fullpath: string, value: boolean): FolderChange => ({
	...AS_IT_WAS,
	action: 'set_inheritance',
	fullpath,
	inherit: value,
});
const [M3, M4, D7] = [memberWith('3'), memberWith('4'), departmentWith('7')];

const ANSWERS: Record<string, NamedAnswer> = {
	set_permission: {},
	del_permission: {},
	reset_permission: {},
	set_permission_inherit: {},
	get_all_permission: { body: { members: {}, groups: {} } },
};

async function applied(changes: readonly TableChange[], answers: Record<string, NamedAnswer> = {}) {
	const http = namedAnswers({ ...ANSWERS, ...answers });
	const caller = callerWith(http, { noRetryAfter: AbortSignal.abort() });
	const options = { caller, width: 1, continueOnFail: true };
	const { outcomes } = await applyPlan(
		{ stages: stagesOf(changes), purpose: purposeOf },
		tableMaking(makePlaceReader(caller)),
		options,
	);
	return { http, outcomes: [...outcomes.values()] };
}

const json = (value: object): string => JSON.stringify(value);

test('changes of the same permissions in one folder share a request', async () => {
	const changes = [set('A', M3), set('A', M4), set('A', memberWith('5'), { permission: { role_id: 2 } })];
	const { http, outcomes } = await applied(changes);
	expect(outcomes).toEqual(changes.map((change) => ({ change, status: 'done' })));
	expect(http.asked).toEqual([
		[
			'set_permission',
			{ fullpath: 'A', permissions: json({ member_ids: [3, 4], permission: changes[0]?.permission }) },
		],
		['set_permission', { fullpath: 'A', permissions: json({ member_ids: [5], permission: { role_id: 2 } }) }],
	]);
});

test('what is left after a removal was set in the classic way, and is removed so', async () => {
	const left = { body: { members: { 3: [], 9: [], 4: [] }, groups: { 7: [] } } };
	const changes = [remove('A', M3), remove('A', M4), remove('A', D7)];
	const { http } = await applied(changes, { get_all_permission: left });
	expect(http.asked).toEqual([
		['del_permission', { fullpath: 'A', ids: json({ member_ids: [3, 4], group_ids: [7] }) }],
		['get_all_permission', { fullpath: 'A' }],
		['reset_permission', { fullpath: 'A', members: '3,4', groups: '7', clear: '0' }],
	]);
	const alone = await applied([remove('A', D7)], { get_all_permission: left });
	expect(alone.http.asked.at(-1)).toEqual(['reset_permission', { fullpath: 'A', groups: '7', clear: '0' }]);
});

describe('a change is read back', () => {
	const change = set('A', M3, { wanted: statusIn({ dl: 1 }) });
	const saying =
		(...statuses: object[]): NamedAnswer =>
		(_, at) => ({ body: statuses[at] });

	test('it has had its effect', async () => {
		const { http, outcomes } = await applied([change], { get_member_permission: { body: { dl: 1, rm: -1 } } });
		expect(outcomes).toEqual([{ change, status: 'done' }]);
		expect(http.asked[1]).toEqual(['get_member_permission', { fullpath: 'A', member_id: '3' }]);
	});

	test('what something else grants is denied', async () => {
		const status = saying({ dl: 1, rm: 1, ul: 1 }, { dl: 1, rm: -1, ul: -1 });
		const { http, outcomes } = await applied([change], { get_member_permission: status });
		const warning = 'Denied here, because something else grants it: ul, rm';
		expect(outcomes).toMatchObject([{ change, status: 'done', details: { warning } }]);
		const again = { member_ids: [3], permission: { role_id: 0, dl: 1, ul: -1, rm: -1 } };
		expect(http.asked[2]).toEqual(['set_permission', { fullpath: 'A', permissions: json(again) }]);
		expect(http.asked).toHaveLength(4);
	});

	test.each([
		[[{}], 'dl is not as the row says', 2],
		[
			[
				{ dl: 1, rm: 1 },
				{ dl: 1, rm: 1 },
			],
			'rm is not as the row says',
			4,
		],
		[[{ dl: 1, rm: 1 }, { rm: 1 }], 'rm, dl are not as the row says', 4],
		[[{ dl: 1, rm: 1 }, {}], 'dl is not as the row says', 4],
	])('no effect (%j)', async (statuses, what, requests) => {
		const { http, outcomes } = await applied([change], { get_member_permission: saying(...statuses) });
		const failed = 'failed to set the permissions of member 3 in "A"';
		expect(outcomes[0]?.failure).toMatchObject({
			kind: 'conflict',
			message: `The service took the permissions for "A", but ${what}; ${failed}`,
			retryable: false,
			hint: 'Something else decides about them, such as a department or the owner of the library.',
		});
		expect(http.asked).toHaveLength(requests);
	});
});

test('what the folder above turns out to grant is denied at once, and no more than that', async () => {
	// All codes are uncertain; ls and ul are granted above, and w is by something else.
	const change = set('A/B', M3, { wanted: statusIn({ dl: 1 }), uncertain: -1 });
	const status: NamedAnswer = ({ fullpath }, at) => ({
		body: fullpath === 'A' ? { ls: 1, ul: 1, rm: -1 } : { dl: 1, ls: -1, ul: -1, w: at === 1 ? 1 : -1 },
	});
	const { http, outcomes } = await applied([change], { get_member_permission: status });
	const warning = 'Denied here, because something else grants it: ls, ul, w';
	expect(outcomes).toMatchObject([{ status: 'done', details: { warning } }]);
	const permissions = http.asked.flatMap(([name, fields]) => (name === 'set_permission' ? [fields.permissions] : []));
	expect(permissions).toEqual([
		json({ member_ids: [3], permission: { role_id: 0, dl: 1, ls: -1, ul: -1 } }),
		json({ member_ids: [3], permission: { role_id: 0, dl: 1, ls: -1, ul: -1, w: -1 } }),
	]);
});

describe('a change that others build on', () => {
	const failing: NamedAnswer = ({ fullpath = '' }) => (fullpath.startsWith('A/') ? {} : REFUSED);
	const below = set('A/B', M3, { wanted: statusIn({ dl: 1 }), before: statusIn({ rm: 1 }) });
	test.each<[string, TableChange, boolean]>([
		['of the same member', set('A', M3, { after: statusIn({ ls: 1 }) }), true],
		['of the same member, to a role', set('A', M3), true],
		// What it leaves out may have been about to be denied there.
		['of the same member, of what the row says itself', set('A', M3, { after: statusIn({ dl: 1 }) }), true],
		['of another member', set('A', M4, { after: statusIn({ ls: 1 }) }), false],
		[
			'of a department that was to lose what the row leaves out',
			set('A', D7, { before: statusIn({ rm: 1 }), after: NOTHING_SET }),
			true,
		],
		['of a department that was to get something', set('A', D7, { after: statusIn({ rm: 1 }) }), false],
		['of whether the folder inherits', inherit('A', true), true],
		['of a folder beside it', set('B', M3, { after: statusIn({ ls: 1 }) }), false],
	])('fails: %s', async (_, above, isInTheWay) => {
		const answers = {
			set_permission: failing,
			set_permission_inherit: REFUSED,
			get_member_permission: { body: { dl: 1 } },
		};
		const { outcomes } = await applied([above, below], answers);
		expect(outcomes.map(({ status }) => status)).toEqual(['failed', isInTheWay ? 'skipped' : 'done']);
	});
});
