import { on } from '../support/library';
import { file, useFailures } from '../support/failures';

/* Data that JavaScript itself cannot process: an error that says what and how to fix it. */

const f = useFailures();

const metadata = (propertiesJson: string) =>
	on('metadata', 'set', { file, key: 'contract', mode: 'json', propertiesJson });
const DEEP = 'JSON.parse("[".repeat(20000) + "]".repeat(20000))';

test('thousands of levels', async () =>
	f.expectFailure(metadata(`={{ { a: ${DEEP} } }}`), { message: /nested too deep|levels of lists/ }));
