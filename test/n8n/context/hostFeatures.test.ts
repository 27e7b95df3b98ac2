import {
	addHint,
	cancelSignalOf,
	egressFilterOf,
	hasFilesInJson,
	isOutputRedacted,
	pollBudgetOf,
	toolExecutionOf,
	trace,
	withPollFailure,
} from '../../../src/n8n/context/hostFeatures';

const HINT = { message: 'Something', location: 'outputPane' } as const;

test('an n8n without these features gets no error, and each of them is off', () => {
	const old = { getNode: () => ({}) };
	for (const featureOf of [pollBudgetOf, cancelSignalOf, toolExecutionOf, egressFilterOf])
		expect(featureOf(old)).toBeUndefined();
	expect([isOutputRedacted(old), hasFilesInJson(old)]).toEqual([false, false]);
	expect(() => [addHint(old, HINT), trace(old, { requests: 1 })]).not.toThrow();
});

test('an n8n with these features is asked, as the owner of its methods', () => {
	const signal = new AbortController().signal;
	class Context {
		private readonly budget = 45_000;
		readonly hints: unknown[] = [];
		getPollBudgetMs = function (this: Context) {
			return this.budget;
		};
		getExecutionCancelSignal = () => signal;
		isToolExecution = () => false;
		isConsoleOutputRedacted = () => true;
		getWorkflowSettings = () => ({ binaryMode: 'combined' });
		addExecutionHints = (...hints: unknown[]) => void this.hints.push(...hints);
		setMetadata = (metadata: unknown) => void this.hints.push(metadata);
	}
	const context = new Context();
	expect([pollBudgetOf(context), toolExecutionOf(context)]).toEqual([45_000, false]);
	expect(cancelSignalOf(context)).toBe(signal);
	expect([isOutputRedacted(context), hasFilesInJson(context)]).toEqual([true, true]);
	addHint(context, HINT);
	trace(context, { requests: 2 });
	expect(context.hints).toEqual([HINT, { tracing: { requests: 2 } }]);
	const filter = { validateUrl: () => undefined };
	expect(egressFilterOf({ getSecureEgressFilter: () => filter })).toBe(filter);
});

test.each([[undefined], [null], ['separate'], [{}]])('with binary mode %j, files are not in the JSON', (binaryMode) => {
	expect(hasFilesInJson({ getWorkflowSettings: () => ({ binaryMode }) })).toBe(false);
});

test('an n8n that has no workflow settings keeps files apart', () => {
	expect(hasFilesInJson({ getWorkflowSettings: () => undefined })).toBe(false);
});

test('the error of a poll stays the same error and says why', () => {
	const error = new Error('no');
	expect(withPollFailure(error, { cause: 'rate-limited', retryAfterMs: 1000 })).toBe(error);
	expect(error).toMatchObject({ failure: { cause: 'rate-limited', retryAfterMs: 1000 } });
});
