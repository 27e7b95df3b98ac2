import { triggers } from '../../contract/reference';
import type { Emulator } from '../../emulator';
import { credentialsFor } from '../../support/credentials';
import type { Engine } from '../support/engine';
import { by } from '../support/library';
import { dataOf, pageEvent, PreviewSetup } from '../triggers/previewSetup';
import type { Found } from './state';
import { triggerNodes } from '../../contract/actionNodes';
import { opened } from '../support/world';

/* Items of the triggers, which flow into the File Library node. */

function triggerNamed(node: string): Found['producer'] {
	const found = triggers().find((entry) => entry.node === node);
	if (!found) throw new Error(`no trigger ${node}`);
	// Its items are about the library of that node.
	return { ...found, node: 'fileLibrary' };
}

/** Every change of a library. */
export async function changesIn(engine: Engine, emulator: Emulator): Promise<Found[]> {
	const items = await engine
		.activate({
			node: engine.register(triggerNodes.fileLibraryTrigger),
			parameters: { events: ['any'], startFrom: 'beginning' },
			credentials: credentialsFor(emulator),
		})
		.poll();
	const producer = triggerNamed('fileLibraryTrigger');
	return (items ?? []).map(({ json }) => ({ producer, json }));
}

/** Everything that the logs say of the library of the demo. */
export async function activitiesIn(engine: Engine, emulator: Emulator): Promise<Found[]> {
	const items = await engine
		.activate({
			node: engine.register(triggerNodes.fileLibraryActivityTrigger),
			parameters: {
				events: ['anyInLibraries'],
				startFrom: 'beginning',
				libraries: { rows: [{ library: by('id', String(emulator.library.orgId)) }] },
			},
			credentials: credentialsFor(emulator),
		})
		.poll();
	const producer = triggerNamed('fileLibraryActivityTrigger');
	return (items ?? []).map(({ json }) => ({ producer, json }));
}

/** An event of the preview page of a document of the demo, which has the same ID in every new demo. */
export async function viewerEvent(): Promise<Found[]> {
	const preview = await opened(new PreviewSetup());
	try {
		const { token } = dataOf(await preview.page());
		const { items } = await preview.post(token, [pageEvent(1)]);
		return (items ?? []).map(({ json }) => ({ producer: triggerNamed('fileLibraryPreviewTrigger'), json }));
	} finally {
		await preview.close();
	}
}
