import { withBrowser } from '../../browser/browser';
import type { Checks } from '../checks';
import type { PreparedN8n } from '../preparedN8n';
import { checkEvents } from './eventChecks';
import { checkForgedMessages } from './forgedMessageChecks';
import { checkPersonalLinks } from './personalLinkChecks';
import { PreviewSite } from './previewSite';
import { checkRenewal } from './renewalChecks';
import { checkTestEvent } from './testEventChecks';
import { checkViews } from './viewChecks';
import { checkVisitors } from './visitorChecks';

/** Opens pages of the Preview Trigger in Chromium and checks what starts the workflow. Screenshots go to `images`. */
export async function checkPreview(checks: Checks, prepared: PreparedN8n, images: string): Promise<void> {
	await withBrowser(images, async (browser) => {
		const site = new PreviewSite(prepared, browser);
		await checkEvents(checks, site);
		await checkTestEvent(checks, site);
		await checkPersonalLinks(checks, site);
		await checkViews(checks, site, images);
		await checkForgedMessages(checks, site);
		await checkVisitors(checks, site);
		await checkRenewal(checks, site);
	});
}
