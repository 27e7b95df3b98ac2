import { hasEnded, type Late, type ReadingRead } from '../features/reading/plan/readingPage';
import { filledText } from '../protocol/wire/json';
import { type Connection, isLate, type Reply, mayPass, Poster, type Verdict } from './poster';
import { notify, texts } from './dom';
import type { OpenedPages } from './openedPages';
import { type Answer, Question } from './question';
import type { ReadingSettings } from './settings';

/** Where the reader is, a page or a second, and when. */
type Position = { readonly current: number; readonly time: number };
type AnswerPost = Answer & ReadingRead;
type ProgressPost = { readonly kind: 'progress' } & Position & ReadingRead;

/** How often progress is posted at most. */
const INTERVAL_MS = 3000;
const ATTEMPTS = 6;
/** About ten minutes. */
const ANSWER_ATTEMPTS = 24;

const isFine = (status: number): boolean => status >= 200 && status < 300;
/** 409: the workflow takes another answer at this moment. */
const mayRepeat = (status: number): boolean => status === 409 || mayPass(status);

/**
 * Posts what was read and what was answered. Nothing counts as recorded before n8n has said so: an answer without a
 * reply is sent again and again, and as soon as the browser is online.
 */
export class AnswerPosts {
	position: Position | undefined;
	/** What the person answered and n8n has not confirmed. */
	private answer: AnswerPost | undefined;
	/** Whether n8n does not know the newest position. */
	private unsent = false;
	private over = false;
	/** Whether an answer was sent of which nobody knows if it arrived. */
	private uncertain = false;
	private sentAt = -Infinity;
	private readonly question: Question;
	private readonly poster: Poster<AnswerPost | ProgressPost>;

	constructor(
		private readonly connection: Connection,
		settings: ReadingSettings,
		private readonly pages: OpenedPages,
		/** Shows the file anew: it has another content. */
		private readonly onChanged: () => void,
	) {
		this.question = new Question(settings, pages, this);
		this.poster = new Poster(connection, {
			next: () => this.next(),
			pauseMs: () => (this.answer ? 0 : this.sentAt + INTERVAL_MS - Date.now()),
			onReply: (sent, reply) => this.onReply(sent, reply),
			attempts: ({ kind }) => (kind === 'progress' ? ATTEMPTS : ANSWER_ATTEMPTS),
			onGivenUp: ({ kind }) =>
				kind === 'progress' ? notify(texts.notReported) : this.question.showPending(true),
		});
		addEventListener('online', () => (this.answer ? this.tryNow() : this.poster.restart()));
		addEventListener('beforeunload', (event) => {
			if (this.answer) event.preventDefault();
		});
	}

	submit(answer: Answer): void {
		if (this.answer || this.over) return;
		this.answer = { ...answer, ...this.pages.read() };
		this.question.showSending();
		this.poster.restart();
	}

	/** Another content is shown from now on, of which nothing was read. */
	beginAnew(content: string, changed: boolean): void {
		this.position = undefined;
		this.pages.beginAnew(content);
		this.question.showChanged(changed);
	}

	/** Says which pages were not opened. */
	showPages(): void {
		if (!this.over) this.question.showPages();
	}

	reportProgress(): void {
		if (this.answer) return;
		this.unsent = true;
		this.poster.wake();
	}

	/** Posts at once what n8n does not know yet: a browser does not wait for replies of a page that is left. */
	onLeave(): void {
		if (this.answer) return this.poster.restart();
		const progress = this.next();
		if (!progress) return;
		void this.connection.post(progress).then(({ status }) => {
			if (mayRepeat(status)) this.unsent = true;
		});
	}

	/** Posts the answer that n8n has not confirmed again. */
	tryNow(): void {
		this.question.showSending();
		this.poster.restart();
	}

	private next(): AnswerPost | ProgressPost | undefined {
		if (this.over || this.answer) return this.answer;
		if (!this.unsent || !this.position) return undefined;
		this.unsent = false;
		this.sentAt = Date.now();
		return { kind: 'progress', ...this.pages.read(), ...this.position };
	}

	private onReply(sent: AnswerPost | ProgressPost, reply: Reply): Verdict {
		const { status, content } = reply;
		if (isLate(content.state)) return this.end(content.state);
		if (content.state === 'changed') return this.change();
		if (hasEnded(status, content.message)) return this.end('over');
		return sent.kind === 'progress' ? this.onProgress(status) : this.onAnswer(reply);
	}

	private onProgress(status: number): Verdict {
		// An answer that was given meanwhile says all of it.
		if (isFine(status) || this.answer) return 'taken';
		if (!mayRepeat(status)) {
			notify(texts.disconnected);
			return 'stop';
		}
		this.unsent = true;
		return 'repeat';
	}

	private onAnswer({ status, content: { state, message } }: Reply): Verdict {
		if (state === 'accepted') return this.end('accepted');
		if (isFine(status) || mayRepeat(status)) {
			if (status !== 409 && status !== 429) this.uncertain = true;
			this.question.showPending(false);
			return 'repeat';
		}
		this.answer = undefined;
		const what = this.uncertain ? texts.unknown : texts.notRecorded;
		const why = filledText(message) ?? '';
		this.question.showRefused(texts.joined([what, why, texts.reloadToCheck].filter(Boolean)));
		return 'stop';
	}

	/** The answer is about a content that the file has no more: it is given again, about the one that is shown then. */
	private change(): Verdict {
		if (this.answer) this.question.showRefused(texts.changedSince);
		this.answer = undefined;
		this.uncertain = false;
		this.onChanged();
		return 'stop';
	}

	/** The last thing that this page does: it says what was recorded, or that nothing was. */
	private end(state: 'accepted' | Late): Verdict {
		const { answer, uncertain } = this;
		this.over = true;
		this.answer = undefined;
		if (state === 'accepted') {
			const { decision = 'finished', comment } = answer ?? {};
			this.question.end(texts.recorded[decision], 'good', comment ? texts.yourComment(comment) : '');
		} else if (answer && uncertain) this.question.end(texts.uncertain, 'late');
		else this.question.end(texts.late[state], 'late', answer ? texts.notRecorded : '');
		return 'stop';
	}
}
