import { document, type ContractOperation, type Schema } from '../../contract/contract';
import { sample } from './sample';

/** Schema at a JSON pointer of the contract. */
function schemaAt(pointer: string): Schema {
	const parts = pointer.slice(1).split('/');
	const unescaped = (part: string) => decodeURIComponent(part).replace(/~1/g, '/').replace(/~0/g, '~');
	return parts.reduce<unknown>((at, part) => (at as Record<string, unknown>)[unescaped(part)], document) as Schema;
}

/** An answer that satisfies the contract; `{}` for an operation that answers nothing. */
export const sampleAnswer = ({ answerPointer }: ContractOperation): unknown =>
	answerPointer ? sample(schemaAt(answerPointer)) : {};
