import { applyPlan } from '../../../src/client/plan/applyPlan';
import { emptying } from '#recycleBin/work';
import { eachAlone } from '../../../src/protocol/plan/plan';
import { recycledIn } from '#recycleBin/plan';
import { namedAnswers, REFUSED } from '../../support/namedAnswers';
import { callerWith } from '../../support/ports';

test('a look that fails keeps only those from being deleted that waited for it', async () => {
	const list = ['a', 'b', 'c'].map((fullpath) => ({ fullpath, hash: fullpath, dir: 0 }));
	let looks = 0;
	const http = namedAnswers({
		recycle: () => (++looks === 1 ? REFUSED : { body: { count: 3, list } }),
		del_completely: {},
	});
	const changes = list.map(recycledIn);
	const options = { caller: callerWith(http), width: 1, continueOnFail: true };
	const { outcomes } = await applyPlan({ stages: [eachAlone(changes)] }, emptying({}, list.length), options);
	expect(changes.map((change) => outcomes.get(change)?.status)).toEqual(['failed', 'done', 'done']);
	expect(http.names).toEqual(['recycle', 'recycle', 'del_completely', 'del_completely', 'recycle']);
});
