import { byId, findById, texts } from './dom';
import type { ReadingSettings } from './settings';

/** What a person answers, and what becomes of it. */
export interface Answers {
	isLocked(): boolean;
	decide(decision: 'approve' | 'decline', comment: string): void;
	tryNow(): void;
}

/** A comment that is being written is kept in the name of the window, which survives a reload in the sandbox too. */
const KEPT_COMMENT = 'file-library-comment:';

/** The question below the preview, its buttons, and what the person reads about their answer. */
export class Question {
	private readonly comment = findById<HTMLTextAreaElement>('comment');

	constructor(
		{ ask, until }: ReadingSettings,
		private readonly answers: Answers,
	) {
		if (this.comment) this.watchComment(this.comment);
		if (ask === 'approve') this.watchButtons();
		this.onClick('again', () => answers.tryNow());
		if (until) {
			const date = new Date(until).toLocaleString([], { dateStyle: 'medium', timeStyle: 'short' });
			byId('until').textContent = texts.until[ask](date);
		}
	}

	showSending(isDecision: boolean): void {
		this.setLocked(true);
		this.say(isDecision ? texts.sending.decision : texts.sending.finished);
	}

	showPending(gaveUp: boolean): void {
		this.say(gaveUp ? texts.gaveUp : texts.pending, true);
	}

	showRefused(isDecision: boolean, isUncertain: boolean, reason: unknown): void {
		this.setLocked(false);
		const why = typeof reason === 'string' && reason !== '' ? [reason] : [];
		this.say([isUncertain ? texts.unknown : texts.notRecorded, ...why, texts.reloadToCheck].join(' '));
		if (isDecision) this.hideConfirm();
	}

	/** The last thing that the page does: it says what became of the answer, and adds a note where there is one. */
	end(title: string, mood: 'good' | 'late', note: string, isDecision: boolean): void {
		if (this.comment) self.name = '';
		this.say('');
		byId('ask').dataset.mood = mood;
		const decide = findById('decide');
		if (decide) decide.hidden = true;
		byId('missing').textContent = texts.canClose;
		byId('until').hidden = true;
		byId('askTitle').textContent = title;
		byId('recorded').textContent = note;
		byId('recorded').hidden = note === '';
		// Who pressed a button stands at it; who reads is not interrupted.
		if (isDecision) byId('askTitle').focus();
	}

	private say(text: string, mayTry = false): void {
		byId('state').textContent = text;
		byId('again').hidden = !mayTry;
	}

	/** Buttons stay in place and keep the focus; what they do is ignored. */
	private setLocked(locked: boolean): void {
		for (const button of document.querySelectorAll('#choices button, #confirm button'))
			button.setAttribute('aria-disabled', String(locked));
		if (this.comment) this.comment.readOnly = locked;
	}

	private watchComment(comment: HTMLTextAreaElement): void {
		const showLength = (): void => {
			byId('count').textContent = texts.characters(comment.value.length, comment.maxLength);
		};
		if (self.name.startsWith(KEPT_COMMENT))
			comment.value = self.name.slice(KEPT_COMMENT.length, KEPT_COMMENT.length + comment.maxLength);
		showLength();
		comment.addEventListener('input', () => {
			showLength();
			self.name = KEPT_COMMENT + comment.value;
		});
	}

	private watchButtons(): void {
		const decide = (decision: 'approve' | 'decline'): void =>
			this.answers.decide(decision, this.comment?.value.trim() ?? '');
		const back = (): void => {
			if (this.answers.isLocked()) return;
			this.hideConfirm();
			byId('decline').focus();
		};
		this.onClick('approve', () => decide('approve'));
		this.onClick('decline', () => {
			if (!this.answers.isLocked()) this.showConfirm();
		});
		this.onClick('confirmDecline', () => decide('decline'));
		this.onClick('back', back);
		byId('confirm').addEventListener('keydown', ({ key }) => {
			if (key === 'Escape') back();
		});
	}

	/** The second click of a double click is not meant for what has appeared under it. */
	private onClick(id: string, run: () => void): void {
		byId(id).addEventListener('click', ({ detail }) => {
			if (detail < 2) run();
		});
	}

	private showConfirm(): void {
		byId('choices').hidden = true;
		byId('confirm').hidden = false;
		byId('confirm').focus();
	}

	private hideConfirm(): void {
		byId('confirm').hidden = true;
		byId('choices').hidden = false;
	}
}
