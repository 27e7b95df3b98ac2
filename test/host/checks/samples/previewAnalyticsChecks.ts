import assert from 'node:assert/strict';
import type { Browser } from 'playwright-core';
import { waitFor } from '../../process/waiting';
import { sampleOf } from '../../workflows/sampleWorkflows';
import type { Checks } from '../checks';
import type { PreparedN8n } from '../preparedN8n';
import { PreviewSite } from '../preview/previewSite';
import { runSample } from './sampleRun';

const FILE = 'preview-analytics.json';

/** The sample that counts how far people read. */
export async function checkPreviewAnalytics(checks: Checks, prepared: PreparedN8n, browser: Browser): Promise<void> {
	await checks.check('Preview analytics: pages that were turned are rows, and Monday has a report', async () => {
		const { rest, base, samples, mail } = prepared;
		const { id } = sampleOf(samples, FILE);
		await rest.publish(id);
		const address = `${base}/webhook/offer-preview`;
		await waitFor(30_000, 'the page of the sample', async () => (await fetch(address)).ok);
		await new PreviewSite(prepared, browser).visit(address, async (_page, preview) => {
			await preview.getByRole('button', { name: 'Next' }).click();
			await waitFor(60_000, 'two rows', async () => {
				const rows = (await rest.executions(id)).flatMap((execution) => execution.items('Add a row'));
				return rows.length >= 2;
			});
		});
		await runSample(prepared, FILE, 'Every Monday');
		assert.match((await mail.mailAbout('Who read what')).text, /Contracts\/offer\.pdf, page 2 of \d+/);
	});
}
