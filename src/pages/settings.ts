import type { PagesRead, ReadingTerms } from '../features/reading/plan/readingPage';

/* What n8n tells the program of a page, as JSON in the element #data. Times in milliseconds. */

/** What both pages need. */
export interface PageSettings {
	/** Event type of the deployment, e.g. `SVC_VIEWER_EVENT`. */
	readonly type: string;
	/** Origin of the preview: messages count from this origin only. */
	readonly origin: string;
	/** Goes back with every post. */
	readonly token: string;
	/** Lifetime of a preview link. */
	readonly validMs: number;
	/** Video or audio: its player sends no event before playback starts. */
	readonly media: boolean;
}

/** What the preview page needs. */
export interface PreviewSettings extends PageSettings {
	readonly events: readonly string[];
	readonly onlyFinished: boolean;
	readonly throttleMs: number;
}

/** What the reading page needs. */
export interface ReadingSettings extends PageSettings, ReadingTerms {
	/** A mark of the content that is shown, to compare; '' where it is not known. */
	readonly content: string;
	/** Unix milliseconds at which the wait ends, if it does; the page says so. */
	readonly until?: number;
	/** What n8n knows to be read, so that a person who opens the link again does not begin anew. */
	readonly read?: PagesRead;
}
