import type { RunResult } from '../support/engine';
import { useWorld, World } from '../support/world';

/* Signing on from a machine whose clock is wrong. The emulator refuses tickets and token calls of another time. */

const ACCOUNT = 'zhang.wei@example.com';
// A new emulator for each test: what is learned about a clock is stored by address.
const world = useWorld(new World(), { fill: ({ faults }) => void (faults.clockSkewMs = -7_200_000) });

const runAs = async (person: object): Promise<RunResult> =>
	await world.runNode('fileLibraryUser', LIBRARIES, { credentials: world.changed(person, 'fileLibraryTokenApi') });
const LIBRARIES = { resource: 'library', operation: 'getMany', returnAll: true };

test.each([
	['a password', () => ({ grantType: 'password', username: ACCOUNT, password: world.emulator.user.password })],
	['a sign-on key', () => ({ grantType: 'signOnKey', account: ACCOUNT })],
])('a person signs in by %s and reads', async (_how, fields) => {
	const { items, error } = await runAs(fields());
	expect(error).toBeUndefined();
	expect(items.length).toBeGreaterThan(0);
});

test('a wrong password is reported with the clock and with what else to check', async () => {
	const { error } = await runAs({ grantType: 'password', username: ACCOUNT, password: 'wrong' });
	expect(error?.message).toMatch(/sign-in was refused/);
	expect(error?.description).toMatch(/clock of this machine is 7[12]\d\d seconds ahead.*user name and password/);
});
