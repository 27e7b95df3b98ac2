import type { Job } from './job';
import type { INodeExecutionData } from 'n8n-workflow';
import type { Caller } from '../../client/service/call';
import { applyPlan, readDirectory, type Outcome } from '../../client/directory/directory';
import type { synchronizeDirectory } from '../../protocol/catalogue/directory';
import { checkFields } from '../../protocol/operation/check';
import type { In } from '../../protocol/operation/define';
import { planDirectory, type Change } from '../../protocol/directory/plan';
import { FIELD_NAMES, readWanted, type FieldNames, type Row } from '../../protocol/directory/entry';
import { inputError } from '../../protocol/wire/libraryError';
import { toNodeError } from '../context/errors';

type Input = In<typeof synchronizeDirectory>;
type Status = 'planned' | 'done' | 'failed';

const isEntry = (value: unknown): value is Record<string, unknown> =>
	typeof value === 'object' && value !== null && !Array.isArray(value);

/** The entries of the wanted directory: the input items, or the list in the form. */
function rowsOf({ context, item }: Job, input: Input): Row[] {
	if (input.source !== 'json') return context.getInputData().map(({ json }, at) => ({ item: at, where: '', json }));
	const { directory } = input;
	if (!Array.isArray(directory))
		throw inputError(
			'Directory',
			'must be a list of members and departments',
			'Write it as [{ "type": "department", … }, …].',
		);
	return (directory as unknown[]).map((json, at) => {
		if (!isEntry(json))
			throw inputError(
				`Directory ${at + 1}`,
				'must be an object',
				'Write each member and department as { "type": …, "outId": … }.',
			);
		return { item, where: `Directory ${at + 1}, `, json };
	});
}

const namesOf = (input: Input): FieldNames => {
	const given = Object.keys(FIELD_NAMES).map((key) => [
		key,
		(input[key as keyof FieldNames] ?? '').trim() || FIELD_NAMES[key as keyof FieldNames],
	]);
	return Object.fromEntries(given) as FieldNames;
};

function itemOf({ request: _request, item, ...shown }: Change, status: Status): INodeExecutionData {
	return {
		json: { ...shown, status } as INodeExecutionData['json'],
		...(item === undefined ? {} : { pairedItem: { item } }),
	};
}

function outcomeItem({ context, item }: Job, { change, failure, warning }: Outcome): INodeExecutionData {
	const made = itemOf(change, failure ? 'failed' : 'done');
	if (warning) return { ...made, json: { ...made.json, warning } };
	if (!failure) return made;
	const error = toNodeError(context.getNode(), failure, change.item ?? item);
	// n8n replaces the whole item by the message when it carries an error, and needs that only to find the error output.
	return {
		...made,
		json: { ...made.json, error: error.message },
		...(context.getNode().onError === 'continueErrorOutput' ? { error } : {}),
	};
}

/** Compares the directory that all items describe with the one of the service, and shows or makes the difference: one item for each change. */
export async function synchronize(job: Job, caller: Caller): Promise<INodeExecutionData[]> {
	const { context } = job;
	const input = checkFields(job.op.input, job.input) as Input;
	const wanted = readWanted(rowsOf(job, input), namesOf(input));
	const width = input.concurrency ?? 4;
	const plan = planDirectory(await readDirectory(caller, wanted, width), wanted, {
		deleteMembers: input.deleteMissingMembers === true,
		deleteDepartments: input.deleteMissingDepartments === true,
		deletionLimit: input.deletionLimit ?? 10,
	});
	// Only a clear No changes anything.
	if (input.dryRun !== false) return plan.map((change) => itemOf(change, 'planned'));
	const outcomes = await applyPlan(caller, plan, { width, goOn: context.continueOnFail() });
	return outcomes.map((outcome) => outcomeItem(job, outcome));
}
