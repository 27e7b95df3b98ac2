import type { InputRow } from '../../protocol/rows/inputRow';
import { isJsonObject } from '../../protocol/wire/json';
import { inputError } from '../../protocol/wire/libraryError';
import type { Job } from './job';

/** The list of rows in the form: its label, and what is said of one that is none. */
interface ListOfRows {
	readonly label: string;
	readonly list: unknown;
	/** Ends "must be a list of". */
	readonly of: string;
	readonly hint: string;
	/** The hint for an entry that is no object; `hint` when absent. */
	readonly rowHint?: string;
}

/** The rows: the input items, or with `source` "json" the list in the form. Throws inputError. */
export function inputRows({ context, item }: Job, source: string | undefined, listed: ListOfRows): InputRow[] {
	if (source !== 'json') return context.getInputData().map(({ json }, at) => ({ item: at, where: '', json }));
	const { label, list, of, hint, rowHint = hint } = listed;
	if (!Array.isArray(list)) throw inputError(label, `must be a list of ${of}`, hint);
	return list.map((json: unknown, at) => {
		if (isJsonObject(json)) return { item, where: `${label} ${at + 1}, `, json };
		throw inputError(`${label} ${at + 1}`, 'must be an object', rowHint);
	});
}
