import { objectIn, readViewerEvent, type ViewerEvent } from '../features/preview/plan/viewerEvent';
import type { Connection, NewPreview } from './poster';
import { byId, findById, notify, showFailure, showProgress, texts } from './dom';
import type { PageSettings } from './settings';

/** What a page does besides showing the preview. */
export interface FramePage {
	onEvent(event: ViewerEvent): void;
	onLeave(): void;
	onShow(): void;
	/** The preview is loaded anew, perhaps with another content. */
	onRenewed(preview: NewPreview): void;
}

const SLOW_MS = 10_000;
const GIVE_UP_MS = 20_000;
const MAX_MESSAGE_LENGTH = 10_000;

/** Seconds as players show them: `1:02:03`, `2:03`. */
function clockTime(seconds: number): string {
	const [h, m, s] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, Math.floor(seconds) % 60];
	const two = (n: number): string => String(n).padStart(2, '0');
	return h > 0 ? `${h}:${two(m)}:${two(s)}` : `${m}:${two(s)}`;
}

/** What a message of the viewer says; undefined for anything that is not a valid event of this type. */
function eventIn(text: unknown, type: string): ViewerEvent | undefined {
	const message = typeof text === 'string' && text.length <= MAX_MESSAGE_LENGTH ? objectIn(text) : undefined;
	if (message?.type !== type) return undefined;
	// The key that does not apply may be there and empty.
	const event = message.page ? 'page' : 'progress';
	return readViewerEvent({ time: message.time, [event]: message[event] });
}

/**
 * Shows the preview and hears what it says. It renews the link, which is valid for a short time only, when the preview
 * does not respond, when it is shown or reloaded after the link has expired, and when the visitor asks for it.
 */
export class Frame {
	private element = byId<HTMLIFrameElement>('preview');
	private linkedAt = Date.now();
	/** Whether the preview has loaded, and whether it has sent a viewer event. */
	private loaded = false;
	private responded = false;
	private retried = false;
	private renewing = false;
	private timers: number[] = [];
	/** Not every page has this link. */
	private readonly openLink = findById<HTMLAnchorElement>('open');

	constructor(
		private readonly settings: PageSettings,
		private readonly connection: Connection,
		private readonly page: FramePage,
	) {
		addEventListener('message', (message) => this.onMessage(message));
		document.addEventListener('visibilitychange', () => {
			if (document.visibilityState === 'hidden') return this.page.onLeave();
			this.refreshIfLost();
			this.page.onShow();
		});
		addEventListener('pagehide', () => this.page.onLeave());
		addEventListener('pageshow', ({ persisted }) => {
			if (persisted) this.refreshIfLost();
		});
		this.watchButtons();
		document.documentElement.classList.add('js');
		this.watchLoading();
		this.watchResponse();
	}

	private watchButtons(): void {
		for (const id of ['reload', 'retry'])
			byId(id).addEventListener('click', () => {
				this.retried = false;
				void this.refresh(texts.reloading);
			});
		this.openLink?.addEventListener('click', (event) => {
			if (!this.isExpired()) return;
			event.preventDefault();
			void this.refresh(texts.openExpired);
		});
	}

	/**
	 * A message counts when it comes from the window of the frame and from the preview's origin. In n8n's sandbox every
	 * origin is "null", also that of the frame; there the frame-src rule of the page keeps the frame from navigating to
	 * another origin.
	 */
	private onMessage({ source, origin, data }: MessageEvent): void {
		if (source === null || source !== this.element.contentWindow) return;
		if (origin !== this.settings.origin && !(self.origin === 'null' && origin === 'null')) return;
		const event = eventIn(data, this.settings.type);
		if (!event) return;
		this.responded = this.loaded = true;
		byId('loading').hidden = true;
		notify('');
		const { current, total } = event.extent;
		const where =
			event.event === 'page' ? texts.atPage(current, total) : texts.atTime(clockTime(current), clockTime(total));
		showProgress(current, total, where);
		this.page.onEvent(event);
	}

	private isExpired(): boolean {
		return Date.now() - this.linkedAt > this.settings.validMs;
	}

	/** A player sends no event before playback starts. */
	private isAlive(): boolean {
		return this.responded || (this.settings.media && this.loaded);
	}

	private watchResponse(): void {
		this.timers.forEach(window.clearTimeout);
		this.loaded = this.responded = false;
		byId('loading').hidden = false;
		this.timers = [
			window.setTimeout(() => {
				if (!this.isAlive()) notify(texts.slow);
			}, SLOW_MS),
			window.setTimeout(() => this.onSilence(), GIVE_UP_MS),
		];
	}

	private onSilence(): void {
		if (this.isAlive()) return;
		if (this.retried) return showFailure(texts.failed);
		this.retried = true;
		void this.refresh(texts.silent);
	}

	private watchLoading(): void {
		this.element.addEventListener('load', () => {
			const reloaded = this.loaded;
			this.loaded = true;
			byId('loading').hidden = true;
			// The visitor reloaded the frame alone, with a link that has expired.
			if (reloaded && this.isExpired()) void this.refresh(texts.expired);
		});
	}

	private refreshIfLost(): void {
		if (this.isExpired() && !this.isAlive()) void this.refresh(texts.expired);
	}

	/** Loads the preview anew, and says `text` until then. */
	async refresh(text: string): Promise<void> {
		if (this.renewing) return;
		this.renewing = true;
		notify(text);
		const renewed = await this.connection.renew();
		this.renewing = false;
		if (typeof renewed === 'string') return showFailure(renewed);
		// The security rules of this page name one origin only.
		if (new URL(renewed.url).origin !== this.settings.origin) return location.reload();
		this.page.onRenewed(renewed);
		this.linkedAt = Date.now();
		if (this.openLink) this.openLink.href = renewed.url;
		// A new element adds no entry to the history, and messages of the old one no longer count.
		const next = this.element.cloneNode(false) as HTMLIFrameElement;
		next.src = renewed.url;
		this.element.replaceWith(next);
		this.element = next;
		this.watchLoading();
		this.watchResponse();
		notify('');
	}
}
