import { isJsonObject } from './json';

/** Texts that confirm what was asked for, where an answer is nothing but a text. */
const CONFIRMING: readonly string[] = [
	'',
	'0',
	'1',
	'200',
	'done',
	'ok',
	'okay',
	'success',
	'succeeded',
	'true',
	'yes',
];
/** Fields with which an answer may say that it is none. */
const OUTCOMES: readonly string[] = ['success', 'ok', 'result'];

/**
 * Whether a whole JSON answer without an error code confirms a change for which the document promises only "200" (A06).
 * Everything does, but for a bare false, an object that says so by itself, and a text that is no word of success:
 * nobody can know what such a text says.
 */
export function confirms(answer: unknown): boolean {
	if (typeof answer === 'string') return CONFIRMING.includes(answer.trim().toLowerCase());
	if (Array.isArray(answer)) return answer.every((entry) => entry !== false);
	return answer !== false && !(isJsonObject(answer) && OUTCOMES.some((name) => answer[name] === false));
}
