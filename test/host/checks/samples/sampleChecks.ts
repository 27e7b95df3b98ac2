import { withBrowser } from '../../browser/browser';
import { isN8n1 } from '../../n8n/n8nCache';
import { report } from '../../process/progress';
import type { Checks } from '../checks';
import type { PreparedN8n, TestKit } from '../preparedN8n';
import { checkAdministration } from './administrationChecks';
import { checkAgentSample } from './agentChecks';
import { checkFiles } from './fileChecks';
import { checkLinkAudit } from './linkAuditChecks';
import { checkMirror } from './mirrorChecks';
import { checkPreviewAnalytics } from './previewAnalyticsChecks';
import { takePictures } from './pictures';
import { checkVersions } from './versionChecks';

/** Runs the samples that need nothing but the emulator, a mail server and a model of this machine. */
export async function checkPlainSamples(checks: Checks, prepared: PreparedN8n): Promise<void> {
	await checkFiles(checks, prepared);
	await checkAdministration(checks, prepared);
	await checkLinkAudit(checks, prepared);
	await checkVersions(checks, prepared);
	await checkMirror(checks, prepared);
	await checkAgentSample(checks, prepared);
}

/** Runs the sample that writes the pages that were read into a data table. */
export async function checkAnalytics(checks: Checks, prepared: PreparedN8n, images: string): Promise<void> {
	if (isN8n1(prepared.n8n)) {
		report('  Preview analytics skipped: this n8n cannot create a data table in a workflow');
		return;
	}
	await withBrowser(images, async (browser) => await checkPreviewAnalytics(checks, prepared, browser));
}

/**
 * Runs each sample as it is in the folder `workflows`, against the emulator and a mail server of this machine.
 * Pictures of the workflows go to `images`. The short form leaves out what needs a browser.
 */
export async function checkSamples(
	checks: Checks,
	prepared: PreparedN8n,
	images: string,
	{ short }: TestKit,
): Promise<void> {
	await checkPlainSamples(checks, prepared);
	if (short) return;
	await checkAnalytics(checks, prepared, images);
	await withBrowser(images, async (browser) => {
		await checks.check(
			'the editor draws the samples',
			async () => await takePictures(prepared, browser, images),
			300_000,
		);
	});
}
