import type { CaughtMail } from '../../../../dev/process/mailCatcher';

const BUTTON = /<a [^>]*href="(?:https?|mailto):[^"]+"[^>]*style="[^"]*background/;
const visible = (html: string): string => html.replaceAll(/<[^>]*>/g, ' ');
/** Every word that nobody wants to read in a mail. */
const RAW = /\b(?:undefined|null|NaN)\b|\[object|\d{4}-\d\d-\d\dT\d\d:|\{\{|\b0\.0 [kMG]B/;

/** What a person would not send like this: every mail of the samples is read by somebody. */
export function problemsOf({ subject, text, html }: CaughtMail): string[] {
	const read = visible(html);
	const found = [
		subject === '' || subject.length > 78 ? 'the subject is empty or long' : '',
		/Hello(?: [^,]+)?,/.test(text) && /Hello(?: [^,]+)?,/.test(read) ? '' : 'it greets nobody',
		BUTTON.test(html) || text.includes('not needed any more') ? '' : 'it has no button',
		/\S{150}/.test(read) ? 'a bare address fills its lines' : '',
		RAW.exec(`${subject}\n${text.replaceAll(/https?:\S+/g, '')}\n${read}`)?.[0] ?? '',
	];
	return found.filter((problem) => problem !== '');
}
