import type { IExecuteFunctions } from 'n8n-workflow';
import type { AnyOperation } from '../../protocol/operation/define';
import type { JsonObject } from '../../protocol/wire/json';
import type { Progress } from '../context/progress';
import type { Form } from '../form/parameters';

/** One operation for one item. */
export interface Job {
	readonly context: IExecuteFunctions;
	readonly form: Form;
	readonly progress: Progress;
	readonly op: AnyOperation;
	readonly item: number;
	readonly input: JsonObject;
}
