import { objections, WRONG_ENTRIES } from '../../support/wrongEntries';
import { file, useFailures } from '../support/failures';
import { on } from '../support/library';

/* What people enter by mistake: the error says what is wrong, where and what to do, and no word of the code. */

const f = useFailures();
beforeEach(() => f.emulator.faults.clear());

test.each(Object.entries(WRONG_ENTRIES))('%s', async (_name, [parameters, message, description]) => {
	const before = f.emulator.requests.length;
	const result = await f.run(parameters);
	f.expectClear(result, { message, description, sent: true }, before);
	expect(objections(String(result.error?.message), String(result.error?.description))).toEqual([]);
});

const metadata = (propertiesJson: string) =>
	on('metadata', 'set', { file, key: 'contract', mode: 'json', propertiesJson });
const DEEP = 'JSON.parse("[".repeat(20000) + "]".repeat(20000))';

test('thousands of levels', async () =>
	f.expectFailure(metadata(`={{ { a: ${DEEP} } }}`), { message: /nested too deep|levels of lists/ }));
