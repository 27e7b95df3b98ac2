import assert from 'node:assert/strict';
import type { Checks } from '../checks';
import { byPath, DOCUMENT, type PreviewSite, TRIGGER } from './previewSite';

/** The test of the trigger in the editor. */
export async function checkTestEvent(checks: Checks, site: PreviewSite): Promise<void> {
	await checks.check('"Listen for test event" serves the page and ends with the first event', async () => {
		const served = await site.serve({ file: byPath(DOCUMENT) }, false);
		await site.prepared.rest.listen(served.workflowId, TRIGGER);
		for (const _turn of [1, 2]) assert.equal((await fetch(served.testUrl)).status, 200);
		await site.visit(served.testUrl, async () => assert.equal((await site.waitForItems(served, 1)).length, 1));
		assert.equal((await fetch(served.testUrl)).status, 404);
	});
}
