import { call } from '../../../src/client/service/call';
import { makeLibraryBindings } from '../../../src/client/service/libraryBinding';
import { libraryFileInfo as INFO } from '../../../src/protocol/catalogue/libraryFiles';
import { libraryFileCopy as COPY } from '../../../src/protocol/catalogue/libraryPlaces';
import { errorOf, type Reply } from '../../support/ports';
import { bindingService, enterprise, library, pathsOf, UNKNOWN } from './bindingService';

const refusals: Reply[] = [
	UNKNOWN,
	{ status: 401, body: { error_code: 401041 } },
	{ status: 401 },
	{ status: 403 },
	{ status: 403, body: { error_code: 40311 } },
	{ status: 403, body: { error_code: 40310 } },
	{ status: 400, body: { error_code: 400012 } },
];
test.each(refusals)(
	'after a refused call the library is bound once more and the call repeated, even a write: %j',
	async (refusal) => {
		const { http, unbind, binds } = bindingService(refusal);
		const caller = await makeLibraryBindings().bind(enterprise(http), library);
		unbind();
		expect(await call(caller, COPY, { fullpath: 'a' })).toEqual({ by: 'library-id-2' });
		expect(binds()).toBe(2);
		expect(await call(caller, COPY, { fullpath: 'b' })).toEqual({ by: 'library-id-2' });
		expect(http.sent).toHaveLength(5);
	},
);

test('a caller that still has the old authorization takes the new one', async () => {
	const { http, unbind, binds } = bindingService();
	const bindings = makeLibraryBindings();
	const [a, b] = [await bindings.bind(enterprise(http), library), await bindings.bind(enterprise(http), library)];
	unbind();
	await call(a, INFO, {});
	await call(b, INFO, {});
	expect(binds()).toBe(2);
});

test.each([40310, 40306])('a call without permission is not repeated with the same authorization: %d', async (code) => {
	const { http, binds } = bindingService(UNKNOWN, (path) =>
		path.endsWith('/file/info') ? { status: 403, body: { error_code: code } } : undefined,
	);
	const caller = await makeLibraryBindings().bind(enterprise(http), library);
	expect(await errorOf(call(caller, INFO, {}))).toMatchObject({ kind: 'auth', code });
	expect(pathsOf(http).filter((path) => path.endsWith('/info'))).toHaveLength(1);
	expect(binds()).toBe(2);
});

test('an account that is not allowed to sign in ends at once: nothing is bound again', async () => {
	const { http, binds } = bindingService(UNKNOWN, (path) =>
		path.endsWith('/file/info') ? { status: 403, body: { error_code: 40302 } } : undefined,
	);
	const caller = await makeLibraryBindings().bind(enterprise(http), library);
	expect(await errorOf(call(caller, INFO, {}))).toMatchObject({ kind: 'auth', code: 40302 });
	expect(pathsOf(http).filter((path) => path.endsWith('/info'))).toHaveLength(1);
	expect(binds()).toBe(1);
});

test.each([404, 409, 500, 400])('HTTP %d does not bind the library again', async (status) => {
	const { http, binds } = bindingService(UNKNOWN, (path) => (path.endsWith('/file/copy') ? { status } : undefined));
	const caller = await makeLibraryBindings().bind(enterprise(http), library);
	expect(await errorOf(call(caller, COPY, {}))).toMatchObject({ status });
	expect(binds()).toBe(1);
});

test('a failure to bind the library again is reported', async () => {
	let gone = false;
	const { http } = bindingService(UNKNOWN, (path) =>
		gone ? (path.endsWith('/bind') ? { status: 404, body: { error_code: 40401 } } : UNKNOWN) : undefined,
	);
	const caller = await makeLibraryBindings().bind(enterprise(http), library);
	gone = true;
	expect(await errorOf(call(caller, INFO, {}))).toMatchObject({ kind: 'notFound', operation: 'orgBind' });
});
