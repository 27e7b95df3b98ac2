import { systemClock } from '../../client/async/clock';
import { cautionsFor, type AnyOperation, isListing } from '../../protocol/operation/define';
import { checkFields } from '../../protocol/operation/check';
import { checkFlag } from '../../protocol/operation/check/list';
import { requireFuture, withDefaultTimes } from '../../protocol/operation/check/date';
import { encodeChecked, requireUpdate } from '../../protocol/operation/encode';
import type { JsonObject } from '../../protocol/wire/json';
import { inputError, LibraryError } from '../../protocol/wire/libraryError';
import { isToolCall } from '../context/toolCall';
import { FORMER_WAIT, LIMIT, RETURN_ALL, SIMPLIFY, WAIT_FOR_COMPLETION, WAIT_LIMIT } from '../form/fixedProperties';
import { countIn, flagIn, optionIn, silenceIn } from '../form/nodeSettings';
import { dayIn, type Form, readCollection, readInput } from '../form/readForm';
import { PERMISSIONS } from '../form/toolProperties';
import { maxEntries, type Job } from './job';
import { explainFailure } from './inFormWords';

type Shared = Pick<Job, 'context' | 'form' | 'progress'>;

/** Reads the form for one item, once in a run, before anything is sent. `now`: Unix milliseconds. Throws inputError. */
export function readJob(shared: Shared, op: AnyOperation, item: number, now = systemClock.now()): Job {
	const { form } = shared;
	try {
		const collections: Record<string, JsonObject> = {};
		const input = readInput(form, op, item, collections);
		const checked = withDefaultTimes(op.input, checkFields(op.input, input), now);
		requireUpdate(op, checked);
		requireFuture(op.input, checked, { now, today: () => dayIn(form.timezone(), now) });
		const params = encodeChecked(op, checked);
		const options = collections.options ?? readCollection(form, 'options', item);
		return {
			...shared,
			op,
			item,
			checked,
			params,
			limit: readLimit(form, op, item),
			simplify: op.simplify !== undefined && flagIn(form, item, SIMPLIFY),
			waitMs: op.queue ? readWait(form, item, options) : undefined,
			silenceMs: silenceIn(options, () => form.raw('options', item)),
		};
	} catch (failure) {
		throw explainFailure({ op, item, form }, failure);
	}
}

function readWait(form: Form, item: number, options: JsonObject): number | undefined {
	const seconds = optionIn(options, WAIT_LIMIT, () => form.raw('options', item)) ?? WAIT_LIMIT.default;
	const waits = options[WAIT_FOR_COMPLETION.name] ?? flagIn(form, item, FORMER_WAIT);
	return checkFlag(WAIT_FOR_COMPLETION.displayName, waits) ? seconds * 1000 : undefined;
}

function readLimit(form: Form, op: AnyOperation, item: number): number | undefined {
	if (!isListing(op) || flagIn(form, item, RETURN_ALL)) return undefined;
	const limit = countIn(form, item, LIMIT);
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
