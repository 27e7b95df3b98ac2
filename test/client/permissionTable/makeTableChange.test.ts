import { TableMaking, makePlaceReader } from '#permissionTable/work';
import { applyPlan } from '../../../src/client/plan/applyPlan';
import {
	ALL_CODES,
	departmentWith,
	memberWith,
	NOTHING_SET,
	statusIn,
	type Subject,
} from '../../../src/protocol/catalogue/permissionCodes';
import { type FolderChange, type SubjectChange, type TableChange, purposeOf, stagesOf } from '#permissionTable/plan';
import { namedAnswers, REFUSED, type NamedAnswer } from '../../support/namedAnswers';
import { callerWith } from '../../support/ports';

const AS_IT_WAS = { hash: 'h', reason: 'r', differences: {} };
const set = (fullpath: string, subject: Subject, more: Partial<SubjectChange> = {}): SubjectChange => ({
	...AS_IT_WAS,
	action: 'set',
	fullpath,
	subject,
	before: NOTHING_SET,
	permission: statusIn({ dl: 1 }),
	...more,
});
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
		new TableMaking(makePlaceReader(caller, 1)),
		options,
	);
	return { http, outcomes: [...outcomes.values()] };
}

const json = (value: object): string => JSON.stringify(value);

describe('a change is read back', () => {
	const change = set('A', M3, { wanted: statusIn({ dl: 1 }) });
	const saying =
		(...statuses: object[]): NamedAnswer =>
		(_, at) => ({ body: statuses[at] });

	test('what something else grants is denied', async () => {
		const status = saying({ dl: 1, rm: 1, ul: 1 }, { dl: 1, rm: -1, ul: -1 });
		const { http, outcomes } = await applied([change], { get_member_permission: status });
		const warning = 'Denied here, because something else grants it: ul, rm';
		expect(outcomes).toMatchObject([{ change, status: 'done', details: { warning } }]);
		const unset = Object.fromEntries(ALL_CODES.map((code) => [code, 0]));
		const again = { member_ids: [3], permission: { role_id: 0, ...unset, dl: 1, ul: -1, rm: -1 } };
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
		['of whether the folder inherits', inherit('A', true), true],
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

const remove = (fullpath: string, subject: Subject): SubjectChange => ({ ...set(fullpath, subject), action: 'remove' });

test('what is left after a removal was set in the classic way, and is removed so', async () => {
	const left = { body: { members: { 3: [], 9: [], 4: [] }, groups: { 7: [] } } };
	const { http } = await applied([remove('A', M3), remove('A', M4), remove('A', D7)], { get_all_permission: left });
	expect(http.asked).toEqual([
		['del_permission', { fullpath: 'A', ids: json({ member_ids: [3, 4], group_ids: [7] }) }],
		['get_all_permission', { fullpath: 'A' }],
		['reset_permission', { fullpath: 'A', members: '3,4', groups: '7', clear: '0' }],
	]);
	const alone = await applied([remove('A', D7)], { get_all_permission: left });
	expect(alone.http.asked.at(-1)).toEqual(['reset_permission', { fullpath: 'A', groups: '7', clear: '0' }]);
});
