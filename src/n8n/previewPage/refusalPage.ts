import { escapeHtml, htmlDocument, icon } from './html';

/** What a visitor reads where there is no preview. */
export interface Refusal {
	/** HTTP status. */
	readonly status: number;
	readonly title: string;
	readonly text: string;
	/** Whether trying again later may help; adds a button. */
	readonly mayRetry?: true;
}

const ICONS = {
	attention: icon('<path d="M12 8v5M12 16.5v.01"/><circle cx="12" cy="12" r="9"/>'),
	done: icon('<path d="M8 12.5l2.7 2.7L16 9.5"/><circle cx="12" cy="12" r="9"/>'),
};

/** The page in place of the preview; it needs no JavaScript. */
export const refusalPage = (
	{ title, text, mayRetry }: Refusal,
	nonce: string,
	sign: keyof typeof ICONS = 'attention',
): string =>
	htmlDocument(
		title,
		nonce,
		`<main class="card">
<span class="mark">${ICONS[sign]}</span>
<h1>${escapeHtml(title)}</h1>
<p>${escapeHtml(text)}</p>
${mayRetry ? '<a class="button main" href="">Try again</a>' : ''}
</main>`,
	);
