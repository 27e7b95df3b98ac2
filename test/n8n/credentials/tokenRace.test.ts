import fc from 'fast-check';
import { runs } from '../../support/runs';
import type { ICredentialDataDecryptedObject, IHttpRequestOptions } from 'n8n-workflow';
import type { Http } from '../../../src/client/http/types';
import { callerWith, errorOf, clockOf } from '../../support/ports';
import { newProcess, type ProcessCopy } from '../../support/processCopy';
import { VirtualTime } from '../../support/virtualTime';

/* Workers share a credential just filled in: the first uses the token up, and all go on with what it has stored. */

type Data = ICredentialDataDecryptedObject;
/** How long the steps of one worker take, in ms. */
interface Pace {
	start: number;
	send: number;
	answer: number;
	store: number;
	read: number;
}

/** Every service has an address of its own, so that the copies remember nothing of an earlier one. */
let services = 0;

interface Refusal {
	statusCode: number;
	body: object;
}
const invalidToken: Refusal = {
	statusCode: 400,
	body: { error: 'invalid_token', error_description: 'refresh_token is invalid' },
};
/** Ways to say that a refresh token has been used; the document has only the first. */
const REFUSALS: readonly Refusal[] = [
	invalidToken,
	{ statusCode: 400, body: { error: 'invalid_grant' } },
	{ statusCode: 200, body: { error: 'invalid_token' } },
	{ statusCode: 401, body: { error_code: 401010, error_msg: 'refresh_token is invalid' } },
	{ statusCode: 401, body: {} },
	{ statusCode: 400, body: { error_code: 40099, error_msg: 'refresh_token is invalid' } },
];

/** The service, whose refresh tokens work once, and the database of n8n. */
class Shared {
	readonly time = new VirtualTime();
	/** Refresh tokens that were sent, in order. */
	readonly asked: string[] = [];
	stored: Data = {
		baseUrl: `https://files.example.com/${++services}`,
		clientId: 'CLIENT',
		clientSecret: 'client-secret-value',
		grantType: 'refreshToken',
		refreshToken: 'refresh-0',
		vendorPrefix: 'svc',
		accessToken: '',
	};
	private valid = 'refresh-0';
	private issued = 0;

	constructor(private readonly refusal = invalidToken) {}

	token(body: string): { statusCode: number; body: string; headers: object } {
		const used = new URLSearchParams(body).get('refresh_token') ?? '';
		this.asked.push(used);
		if (used !== this.valid) {
			const { statusCode, body: refusal } = this.refusal;
			return { statusCode, headers: {}, body: JSON.stringify(refusal) };
		}
		this.valid = `refresh-${++this.issued}`;
		const tokens = { access_token: `access-${this.issued}`, refresh_token: this.valid, expires_in: 21_600 };
		return { statusCode: 200, headers: {}, body: JSON.stringify(tokens) };
	}

	/** One worker from its start to the token with which it makes its calls. */
	async work({ tokenCaller, preAuthenticate }: ProcessCopy, pace: Pace): Promise<string> {
		const { time } = this;
		await time.sleep(pace.start);
		const read = async (): Promise<Data> => {
			await time.sleep(pace.read);
			return { ...this.stored };
		};
		const httpRequest = async ({ body }: IHttpRequestOptions) => {
			await time.sleep(pace.send);
			const answer = this.token(String(body));
			await time.sleep(pace.answer);
			return answer;
		};
		// As n8n does: preAuthentication, what it answers into the database, then the request, which nobody needs.
		const httpRequestWithAuthentication = async (
			_type: string,
			_options: unknown,
			{ credentialsDecrypted: { data } }: { credentialsDecrypted: { data: Data } },
		): Promise<unknown> => {
			const fresh = await preAuthenticate.call({ helpers: { httpRequest } } as never, data);
			await time.sleep(pace.store);
			this.stored = { ...this.stored, ...fresh } as Data;
			return {};
		};
		const context = { helpers: { httpRequestWithAuthentication } };
		const ports = callerWith({} as Http, { clock: clockOf(time) });
		const made = await tokenCaller({ context, type: 'token', read, caller: ports }, await read(), time.now());
		const account = made.account();
		return 'token' in account ? account.token : '';
	}
}

const processes = Array.from({ length: 4 }, newProcess);
const upTo = (max: number) => fc.integer({ min: 0, max });
const paces = fc.record({
	start: upTo(3000),
	send: upTo(1500),
	answer: upTo(3000),
	store: upTo(1000),
	read: upTo(300),
});

const anyWorkers = fc.array(paces, { minLength: 2, maxLength: processes.length });

test('whatever the order and the pace, everyone gets the token that is stored', async () => {
	let refusals = 0;
	await fc.assert(
		fc.asyncProperty(anyWorkers, fc.constantFrom(...REFUSALS), async (workers, refusal) => {
			const shared = new Shared(refusal);
			const work = workers.map(async (pace, n) => await shared.work(processes[n]!, pace));
			const tokens = await shared.time.until(Promise.all(work));
			expect(tokens).toEqual(workers.map(() => 'access-1'));
			expect(shared.stored).toMatchObject({ accessToken: 'access-1', refreshToken: 'refresh-1' });
			refusals += shared.asked.length - 1;
		}),
		{ numRuns: runs(100) },
	);
	// The cases are those in question: several workers ask with the same token.
	expect(refusals).toBeGreaterThan(runs(33));
});

test('a refresh token that nobody has replaced is reported after 10 seconds, and at once the next time', async () => {
	const shared = new Shared();
	shared.stored = { ...shared.stored, refreshToken: 'of-last-month' };
	const [process] = processes as [ProcessCopy];
	const pace = { start: 0, send: 0, answer: 0, store: 0, read: 0 };
	const begin = shared.time.now();
	const failed = await errorOf(shared.time.until(shared.work(process, pace)));
	expect(failed).toMatchObject({ kind: 'auth', code: 'invalid_token' });
	expect(shared.time.now() - begin).toBe(10_000);
	expect(await errorOf(shared.time.until(shared.work(process, pace)))).toMatchObject({ code: 'invalid_token' });
	expect(shared.time.now() - begin).toBe(10_000);
});
