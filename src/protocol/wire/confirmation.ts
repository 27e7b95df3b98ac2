import { isJsonObject, type JsonObject } from './json';

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
/** The same where 0 says it too; a `result` of 0 is a code for success elsewhere. */
const FLAGS: readonly string[] = ['success', 'ok'];

const isConfirming = (text: string): boolean => CONFIRMING.includes(text.trim().toLowerCase());

/** Whether an object says by itself that nothing was done: by a flag, or by a message without a code. */
function denies(answer: JsonObject): boolean {
	const { error_code: code, error_msg: message } = answer;
	if (typeof message === 'string' && (code === undefined || code === null) && !isConfirming(message)) return true;
	return (
		OUTCOMES.some((name) => answer[name] === false || answer[name] === 'false') ||
		FLAGS.some((name) => answer[name] === 0 || answer[name] === '0')
	);
}

/**
 * Whether a whole JSON answer without an error code confirms a change for which the document promises only "200" (A06).
 * Everything does, but for a bare false, an object that says so by itself, and a text that is no word of success:
 * nobody can know what such a text says.
 */
export function confirms(answer: unknown): boolean {
	if (typeof answer === 'string') return isConfirming(answer);
	if (Array.isArray(answer))
		return answer.every((entry) => entry !== false && !(isJsonObject(entry) && denies(entry)));
	return answer !== false && !(isJsonObject(answer) && denies(answer));
}
