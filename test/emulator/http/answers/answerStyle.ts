import { createHash } from 'node:crypto';
import type { AnswerWriter, JsonAnswer, Written } from '../exchange';
import { type Draft, type Shape, type ShapeName, shapeNames, shapes } from './shapes';

/** How answers are written: in these shapes, or in a mix of all that differs from request to request. */
export type AnswerChoice = readonly ShapeName[] | 'all';

/**
 * Writes the answers of one emulator in the chosen shapes; without any, as the document has them. Whatever judges an
 * answer by the contract does so without shapes.
 */
export class AnswerStyle implements AnswerWriter {
	/** Number of answers so far, by path. */
	private readonly answered = new Map<string, number>();

	constructor(private readonly chosen: AnswerChoice) {}

	json(answer: JsonAnswer): Written {
		const applied = this.shapesFor(answer.path);
		const draft = applied.reduce<Draft>((each, { draft: change }) => change?.(each) ?? each, {
			...answer,
			type: 'application/json',
		});
		const text = draft.body === undefined ? '' : JSON.stringify(draft.body);
		return { status: draft.status, ...written(applied, text, draft.type) };
	}

	text(path: string, status: number, text: string): Written {
		return { status, ...written(this.shapesFor(path), text, 'text/plain') };
	}

	/** The shapes of the next answer at a path. The nth answer of a path is in the same shapes at every start. */
	private shapesFor(path: string): readonly Shape[] {
		const number = this.answered.get(path) ?? 0;
		this.answered.set(path, number + 1);
		const names = this.chosen === 'all' ? mixed(`${path} ${number}`) : this.chosen;
		return shapeNames.filter((name) => names.includes(name)).map((name) => shapes[name]);
	}
}

/** About half of all shapes, chosen by the seed. Of shapes that exclude each other the first one applies. */
function mixed(seed: string): ShapeName[] {
	const bits = createHash('sha1').update(seed).digest().readUInt32BE(0);
	return shapeNames.filter((_name, index) => (bits >>> index) & 1);
}

function written(applied: readonly Shape[], text: string, type: string): Omit<Written, 'status'> {
	const last = applied.findLast((shape) => shape.type !== undefined)?.type ?? type;
	// An empty body stays empty.
	const changed = text === '' ? '' : applied.reduce((each, shape) => shape.text?.(each) ?? each, text);
	return { type: `${last}; charset=utf-8`, text: changed };
}
