import type { ReadingDecision } from '../features/reading/plan/readingPage';
import { byId, findById, language, texts } from './dom';
import { pagesInWords, type OpenedPages } from './openedPages';
import type { ReadingSettings } from './settings';
import { dateIn } from './texts';

/** What a person answers: that the file was read to its end, or a decision. */
export interface Answer {
	readonly kind: 'finished' | 'decision';
	readonly decision?: ReadingDecision;
	readonly comment?: string;
}

/** Where answers go. */
interface Answers {
	submit(answer: Answer): void;
	tryNow(): void;
}

/** A comment that is being written is kept in the name of the window, which survives a reload in the sandbox too. */
const KEPT_COMMENT = 'file-library-comment:';

/** The question below the preview, its buttons, and what the person reads about their answer. */
export class Question {
	private readonly comment = findById<HTMLTextAreaElement>('comment');

	/** What the person is asked to confirm. */
	private decision: ReadingDecision = 'approve';
	private locked = false;

	constructor(
		private readonly settings: ReadingSettings,
		private readonly pages: OpenedPages,
		private readonly answers: Answers,
	) {
		const { ask, until } = settings;
		if (this.comment) this.watchComment(this.comment);
		if (ask === 'approve') this.watchButtons();
		this.onClick('again', () => answers.tryNow());
		if (until)
			byId('until').textContent = texts.until[ask](dateIn(language, until, undefined, navigator.languages));
	}

	/** Says which pages were not opened; without any, it says so. */
	showPages(): void {
		const missing = this.pages.missing();
		const opened = missing.length === 0 ? texts.allOpened : texts.missing(...pagesInWords(missing));
		byId('missing').textContent = texts.joined([opened, ...(this.mustRead() ? [texts.openFirst] : [])]);
		this.showButtons();
	}

	/** Another content is shown: whether it is another one than that of the link. */
	showChanged(changed: boolean): void {
		byId('changed').hidden = !changed;
		byId('missing').textContent = '';
		this.hideConfirm();
		this.showButtons();
	}

	showSending(): void {
		this.setLocked(true);
		this.say(texts.sending[this.settings.ask]);
	}

	showPending(gaveUp: boolean): void {
		this.say(gaveUp ? texts.gaveUp : texts.pending, true);
	}

	showRefused(why: string): void {
		this.setLocked(false);
		this.say(why);
		this.hideConfirm();
	}

	/** The last thing that the page does: it says what became of the answer, and adds a note where there is one. */
	end(title: string, mood: 'good' | 'late', note = ''): void {
		if (this.comment) self.name = '';
		this.say('');
		byId('ask').dataset.mood = mood;
		const decide = findById('decide');
		if (decide) decide.hidden = true;
		byId('missing').textContent = texts.canClose;
		byId('changed').hidden = true;
		byId('until').hidden = true;
		byId('askTitle').textContent = title;
		byId('recorded').textContent = note;
		byId('recorded').hidden = note === '';
		// Who pressed a button stands at it; who reads is not interrupted.
		if (this.locked && this.settings.ask === 'approve') byId('askTitle').focus();
	}

	private say(text: string, mayTry = false): void {
		byId('state').textContent = text;
		byId('again').hidden = !mayTry;
	}

	private setLocked(locked: boolean): void {
		this.locked = locked;
		if (this.comment) this.comment.readOnly = locked;
		this.showButtons();
	}

	/** Whether there are pages that must be opened before an approval. */
	private mustRead(): boolean {
		const { ask, allPages, media } = this.settings;
		return ask === 'approve' && allPages && !media && !this.pages.isComplete;
	}

	/** Buttons stay in place and keep the focus; what they do is ignored. */
	private showButtons(): void {
		for (const button of document.querySelectorAll('#choices button, #confirm button')) {
			const isOff = this.locked || (button.id === 'approve' && this.mustRead());
			button.setAttribute('aria-disabled', String(isOff));
		}
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
		const back = (): void => {
			if (this.locked) return;
			this.hideConfirm();
			byId(this.decision).focus();
		};
		for (const decision of ['approve', 'decline'] as const)
			this.onClick(decision, () => {
				if (this.locked) return;
				if (decision === 'approve' && this.mustRead()) return this.say(texts.openFirst);
				if (decision === 'decline' && this.settings.reason && this.comment?.value.trim() === '') {
					this.say(texts.sayWhy);
					return this.comment.focus();
				}
				this.decision = decision;
				this.showConfirm();
			});
		this.onClick('confirmYes', () => {
			const comment = this.comment?.value.trim() ?? '';
			if (this.decision === 'decline' || !this.mustRead())
				this.answers.submit({ kind: 'decision', decision: this.decision, comment });
		});
		this.onClick('back', back);
		byId('confirm').addEventListener('keydown', ({ key }) => {
			if (key === 'Escape') back();
		});
		this.showButtons();
	}

	/** What is missing for a decision that was thought through; '' for nothing. */
	private unread(): string {
		const { pages, settings } = this;
		if (settings.media || pages.isComplete) return '';
		return pages.opened.size === 0 ? texts.notShown : texts.unopened(...pagesInWords(pages.missing()));
	}

	/** The second click of a double click is not meant for what has appeared under it. */
	private onClick(id: string, run: () => void): void {
		byId(id).addEventListener('click', ({ detail }) => {
			if (detail < 2) run();
		});
	}

	private showConfirm(): void {
		const { ask, yes, askAnyway, anyway } = texts.confirm[this.decision];
		const unread = this.unread();
		this.say('');
		byId('confirmText').textContent = texts.joined([...(unread ? [unread, askAnyway] : [ask]), texts.final]);
		byId('confirmYes').textContent = unread ? anyway : yes;
		byId('confirmYes').className = this.decision === 'approve' ? 'button main' : 'button danger';
		byId('choices').hidden = true;
		byId('confirm').hidden = false;
		byId('confirm').focus();
	}

	private hideConfirm(): void {
		if (this.settings.ask !== 'approve') return;
		byId('confirm').hidden = true;
		byId('choices').hidden = false;
	}
}
