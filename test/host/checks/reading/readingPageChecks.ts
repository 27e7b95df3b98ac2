import type { Browser } from 'playwright-core';
import type { Checks } from '../checks';
import { checkDecisions } from './decisionChecks';
import { checkLostAnswers } from './lostAnswerChecks';
import { checkPagesRead } from './pagesReadChecks';
import { checkReadingViews } from './readingViewChecks';

/** The reading page in Chromium, served by a server of its own in place of n8n. Screenshots go to `images`. */
export async function checkReadingPage(checks: Checks, browser: Browser, images: string): Promise<void> {
	await checkPagesRead(checks, browser);
	await checkDecisions(checks, browser);
	await checkLostAnswers(checks, browser);
	await checkReadingViews(checks, browser, images);
}
