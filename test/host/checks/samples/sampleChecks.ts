import { withBrowser } from '../../browser/browser';
import type { Checks } from '../checks';
import type { PreparedN8n } from '../preparedN8n';
import { checkAdministration } from './administrationChecks';
import { checkAgentSample } from './agentChecks';
import { checkFiles } from './fileChecks';
import { checkMirror } from './mirrorChecks';
import { checkPreviewAnalytics } from './previewAnalyticsChecks';
import { takePictures } from './pictures';

/**
 * Runs each sample as it is in the folder `workflows`, against the emulator and a mail server of this machine.
 * Pictures of the workflows go to `images`.
 */
export async function checkSamples(checks: Checks, prepared: PreparedN8n, images: string): Promise<void> {
	await checkFiles(checks, prepared);
	await checkAdministration(checks, prepared);
	await checkMirror(checks, prepared);
	await checkAgentSample(checks, prepared);
	await withBrowser(images, async (browser) => {
		await checkPreviewAnalytics(checks, prepared, browser);
		await checks.check(
			'the editor draws the samples',
			async () => await takePictures(prepared, browser, images),
			150_000,
		);
	});
}
