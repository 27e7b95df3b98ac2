import { type MirrorSide, requireName, createFolder, moveInTarget, removeFromTarget } from '#mirror/work';
import { callerWith, errorOf, fieldsOf, orgAccount, scriptedHttp } from '../../support/ports';

/* The requests of a mirror by a person's token, and the names that the service makes of those it is asked for. */

/** Path and fields of the one request that is sent by token, without those of every request. */
async function sentBy(send: (target: MirrorSide) => Promise<unknown>) {
	const http = scriptedHttp({ body: { fullpath: 'as the service says' } });
	const account = { ...orgAccount(), kind: 'token' as const, token: 't' };
	const caller = callerWith(http, { account });
	await send({ caller, folder: '', mountId: '5' });
	const [request] = http.sent;
	const { token: _, sign: __, dateline: ___, ...fields } = fieldsOf(request);
	return { method: request?.method, path: new URL(request?.url ?? '').pathname, fields };
}

const MOVE = '/m-api/1/file/move';
const RENAME = '/m-api/1/file/rename';

test('a folder is created without overwriting what has come there', async () => {
	expect(await sentBy(async (target) => await createFolder(target, 'A/B'))).toMatchObject({
		method: 'POST',
		path: '/m-api/2/file/create_folder',
		fields: { mount_id: '5', fullpath: 'A/B', overwrite: '0' },
	});
});

test.each([
	['A/x', 'A/y', RENAME, { newname: 'y' }],
	['x', 'y', RENAME, { newname: 'y' }],
	['A/x', 'B/C/x', MOVE, { target_fullpath: 'B/C' }],
	['A/x', 'A/B/x', MOVE, { target_fullpath: 'A/B' }],
	['A/x', 'x', MOVE, { target_fullpath: '' }],
])('%s becomes %s with one request', async (from, to, path, fields) => {
	const sent = await sentBy(async (target) => await moveInTarget(target, from, to));
	expect(sent).toMatchObject({ method: 'POST', path });
	expect(sent.fields).toEqual({ mount_id: '5', fullpath: from, ...fields });
});

test('something is moved to the recycle bin', async () => {
	const sent = await sentBy(async (target) => await removeFromTarget(target, 'A/x'));
	expect(sent).toMatchObject({ method: 'POST', path: '/m-api/1/file/del' });
	expect(sent.fields).toEqual({ mount_id: '5', fullpath: 'A/x' });
});

test.each([{}, { op_id: '9' }])('by a library authorization, in the name of the operator %j', async (operator) => {
	const http = scriptedHttp({ body: {} });
	const target = { caller: callerWith(http), folder: '', operator };
	await createFolder(target, 'A/B');
	await moveInTarget(target, 'A/x', 'B/y');
	await removeFromTarget(target, 'A/x');
	const sent = http.sent.map((request) => {
		const { org_client_id: _, dateline: __, sign: ___, ...fields } = fieldsOf(request);
		return [new URL(request.url).pathname.replace('/m-open/1/file/', ''), fields];
	});
	expect(sent).toEqual([
		['create_folder', { fullpath: 'A/B', ...operator }],
		['move', { fullpath: 'A/x', dest_fullpath: 'B/y', ...operator }],
		['del', { fullpath: 'A/x', destroy: '0', ...operator }],
	]);
});

describe('the name that the service made', () => {
	test.each([
		['A/x.txt', undefined],
		['A/x.txt', 'A/x.txt'],
		['A/x.txt', '/A/x.txt/'],
		['A/x.txt', 'A/another.txt'],
	])('%s as %s is accepted', (wanted, made) => {
		expect(() => requireName(wanted, made)).not.toThrow();
	});

	test.each([
		['A/x.txt', 'A/x(2).txt', 'A/x(2).txt'],
		['A', 'A(3)/', 'A(3)'],
	])('%s as %s is a conflict', async (wanted, made, shown) => {
		const error = await errorOf((async () => requireName(wanted, made))());
		expect(error).toMatchObject({
			kind: 'conflict',
			retryable: false,
			message: `"${wanted}" was taken in the meantime, so the service made "${shown}"`,
			hint: expect.stringContaining('Run it again') as string,
		});
	});
});
