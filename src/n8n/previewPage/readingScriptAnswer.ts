import { LATE_MESSAGE, RECORDED_MESSAGE } from './readingMessages';

/** What the person reads about their answer, and the buttons of a decision. */
export const answerScript = `
const RECORDED = ${JSON.stringify(RECORDED_MESSAGE)}, LATE = ${JSON.stringify(LATE_MESSAGE)};
const nameOf = (body) => body.decision || body.kind;
const say = (text, mayTry) => {
	byId('state').textContent = text;
	byId('again').hidden = !mayTry;
};
/* Buttons stay in place and keep the focus; what they do is ignored. */
const setLocked = (locked) => {
	for (const button of document.querySelectorAll('#choices button, #confirm button'))
		button.setAttribute('aria-disabled', String(locked));
	if (byId('comment')) byId('comment').readOnly = locked;
};
const showSending = () => {
	setLocked(true);
	say(answer.kind === 'finished' ? 'Recording that you have read the file…' : 'Recording your decision…');
};
const showPending = (gaveUp) => say(gaveUp
	? 'No confirmation that your answer was recorded. Check your connection and try again.'
	: 'No confirmation yet that your answer was recorded. Trying again…', true);
const refuse = (reason) => {
	const isDecision = answer.kind === 'decision';
	answer = null;
	setLocked(false);
	const outcome = uncertain ? 'It is not known whether your answer was recorded. ' : 'Your answer was not recorded. ';
	const why = typeof reason === 'string' && reason !== '' ? reason + ' ' : '';
	say(outcome + why + 'Reload this page to check.');
	if (isDecision) hideConfirm();
};
const UNCERTAIN = 'This link is closed now, most likely by the answer you have just sent: ' +
	'the connection was lost before it was confirmed.';
const endText = (state, message, sent) => {
	if (isLate(state) && sent && uncertain) return UNCERTAIN;
	if (typeof message === 'string' && message !== '') return message;
	return state === 'accepted' ? RECORDED[nameOf(sent)] : LATE[state];
};
/* The last thing that this page does: it says what was recorded, or that nothing was. */
function end(state, message, sent) {
	done = true;
	if (comment) self.name = '';
	const isOurs = state === 'accepted';
	say('');
	byId('ask').dataset.mood = isOurs ? 'good' : 'late';
	if (byId('decide')) byId('decide').hidden = true;
	byId('missing').textContent = 'You can close this page.';
	byId('until').hidden = true;
	byId('askTitle').textContent = endText(state, message, sent);
	const note = sent && !uncertain && !isOurs ? 'Your answer was not recorded.'
		: isOurs && sent.comment ? 'Your comment: ' + sent.comment : '';
	byId('recorded').textContent = note;
	byId('recorded').hidden = note === '';
	/* Who pressed a button stands at it; who reads is not interrupted. */
	if (sent && sent.kind === 'decision') byId('askTitle').focus();
}

const comment = byId('comment');
const drawCount = () => {
	byId('count').textContent = comment.value.length.toLocaleString('en') + ' of ' +
		comment.maxLength.toLocaleString('en') + ' characters';
};
if (comment) {
	if (self.name.startsWith(NAME)) comment.value = self.name.slice(NAME.length, NAME.length + comment.maxLength);
	drawCount();
	comment.addEventListener('input', () => {
		drawCount();
		self.name = NAME + comment.value;
	});
}
const decide = (decision) =>
	submit({ kind: 'decision', decision, comment: comment ? comment.value.trim() : '' });
const showConfirm = () => {
	if (answer) return;
	byId('choices').hidden = true;
	byId('confirm').hidden = false;
	byId('confirm').focus();
};
function hideConfirm() {
	byId('confirm').hidden = true;
	byId('choices').hidden = false;
}
const goBack = () => {
	if (answer) return;
	hideConfirm();
	byId('decline').focus();
};
/* The second click of a double click is not meant for what has appeared under it. */
const onClick = (id, run) => byId(id).addEventListener('click', (event) => { if (event.detail < 2) run(); });
if (data.ask === 'approve') {
	onClick('approve', () => decide('approve'));
	onClick('decline', showConfirm);
	onClick('confirmDecline', () => decide('decline'));
	onClick('back', goBack);
	byId('confirm').addEventListener('keydown', (event) => { if (event.key === 'Escape') goBack(); });
}
onClick('again', tryNow);
if (data.until) byId('until').textContent = (data.ask === 'approve' ? 'Decide by ' : 'Read it by ') +
	new Date(data.until).toLocaleString([], { dateStyle: 'medium', timeStyle: 'short' }) + '.';`;
