import { systemClock } from '../../client/async/clock';
import { cautionsFor, type AnyOperation, isListing } from '../../protocol/operation/define';
import { checkFields } from '../../protocol/operation/check';
import { checkFlag } from '../../protocol/operation/check/list';
import { requireFuture, withDefaultTimes } from '../../protocol/operation/check/date';
import { encodeChecked, requireUpdate } from '../../protocol/operation/encode';
import { inputError, LibraryError } from '../../protocol/wire/libraryError';
import { isToolCall } from '../context/toolCall';
import { enteredIn, settingIn } from '../form/nodeSettings';
import { dayIn, type Form, readCollection, readInput } from '../form/readForm';
import { PERMISSIONS } from '../form/toolProperties';
import { maxEntries, type Job } from './job';
import { explainFailure } from './inFormWords';

type Shared = Pick<Job, 'context' | 'form' | 'progress'>;

/** Reads the form for one item, once in a run, before anything is sent. `now`: Unix milliseconds. Throws inputError. */
export function readJob(shared: Shared, op: AnyOperation, item: number, now = systemClock.now()): Job {
	const { form } = shared;
	try {
		const checked = withDefaultTimes(op.input, checkFields(op.input, readInput(form, op, item)), now);
		requireUpdate(op, checked);
		requireFuture(op.input, checked, { now, today: () => dayIn(form.timezone(), now) });
		const params = encodeChecked(op, checked);
		const timeout = enteredIn(form, item, 'requestTimeout');
		return {
			...shared,
			op,
			item,
			checked,
			params,
			limit: readLimit(form, op, item),
			simplify: op.simplify !== undefined && settingIn(form, item, 'simplify'),
			waitMs: op.queue ? readWait(form, item) : undefined,
			silenceMs: timeout && timeout * 1000,
		};
	} catch (failure) {
		throw explainFailure({ op, item, form }, failure);
	}
}

function readWait(form: Form, item: number): number | undefined {
	const seconds = settingIn(form, item, 'waitLimit');
	const { waitForCompletion } = readCollection(form, 'options', item);
	const waits = waitForCompletion ?? enteredIn(form, item, 'waitForCompletion', 'top') ?? true;
	return checkFlag('Wait for Completion', waits) ? seconds * 1000 : undefined;
}

function readLimit(form: Form, op: AnyOperation, item: number): number | undefined {
	if (!isListing(op) || settingIn(form, item, 'returnAll')) return undefined;
	const limit = settingIn(form, item, 'limit');
	const most = maxEntries(op);
	if (limit > most) throw inputError('Limit', `must be at most ${most}, because the service returns no more`);
	return limit;
}

/**
 * Refuses a tool call that cannot be taken back, changes many things at once, costs money or returns a secret, unless
 * the switch of its form is on: as it stands in the workflow, because an expression could ask the model. Throws
 * LibraryError auth.
 */
export function requireAllowed({ context, form, op, item, checked }: Job): void {
	if (!isToolCall(context)) return;
	const missing = cautionsFor(op, checked)
		.map((caution) => PERMISSIONS[caution])
		.filter(({ name }) => form.raw(name, item) !== true);
	const [first] = missing;
	if (!first) return;
	throw new LibraryError(
		'auth',
		`This ${first.does}, and the owner of the workflow has not allowed a model to do it`,
		{
			operation: op.id,
			hint:
				`Nothing was done. Do not try again: tell the user that the owner of the workflow can turn on ` +
				`${missing.map(({ label }) => `"${label}"`).join(' and ')} in the tool "${context.getNode().name}".`,
		},
	);
}
