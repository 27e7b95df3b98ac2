import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import type { Claim } from '../../client/async/orderedTasks';
import type { Caller } from '../../client/service/call';
import type { Sent } from '../../protocol/operation/define';
import type { JsonObject } from '../../protocol/wire/json';
import type { LibraryParameter } from '../credentials/libraryCaller';
import type { Job } from './job';

/**
 * How an operation is carried out, and all else in which it differs from others. The rest of the code asks this object
 * and compares no names: an entry of the catalogue says which handler it has, an entry that says nothing has
 * `plainOperation`. `I` is the input of the operation, an `In<…>`.
 */
export interface Handler<I = JsonObject> {
	/** Carries out one job and returns its output items. What it throws is shown as the failure of the item. */
	run(job: Job<I>, caller: Caller): Promise<INodeExecutionData[]>;
	/**
	 * Refuses what is wrong with several fields together, before an access token is obtained or a library is bound.
	 * Throws inputError.
	 */
	check?(job: Job<I>): void;
	/**
	 * What one item changes, where the fields alone do not tell; undefined for nothing. `byFields` is what parameters
	 * claim by the fields that make them. Throws inputError.
	 */
	claims?(job: Job<I>, byFields: (params: Sent) => Claim): Claim | undefined;
	/**
	 * The items of an execution that was waiting at this node and goes on; undefined where it begins here. It is asked
	 * before anything is read from the form.
	 */
	resume?(context: IExecuteFunctions): Promise<INodeExecutionData[] | undefined>;
	/** The parameter that names the library it works in, with the credential of an enterprise. Default: Library. */
	readonly library?: LibraryParameter;
	/** The wire parameters that it makes by itself, besides those of every request: what the reference says. */
	readonly automatic?: readonly string[];
}
