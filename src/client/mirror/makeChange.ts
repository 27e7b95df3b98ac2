import { makeObstacles } from '../../protocol/mirror/obstacles';
import type { MirrorChange } from '../../protocol/mirror/types';
import { defined, type JsonObject } from '../../protocol/wire/json';
import type { Making } from '../plan/planRun';
import { variantOf } from '../service/variantOf';
import type { MirrorPort, MirrorSide } from './mirrorPort';
import { servicePort } from './servicePort';
import type { StoreOptions } from './storeFile';

/** Makes one change. Returns what its item shows besides. */
export async function makeChange(port: MirrorPort, change: MirrorChange): Promise<JsonObject | undefined> {
	switch (change.change) {
		case 'addFile':
		case 'updateFile':
			return { bytes_sent: await port.storeFile(change) };
		case 'createFolder':
			await port.createFolder(change.path);
			return undefined;
		case 'moveFile':
			await port.move(change.from, change.path, change);
			return undefined;
		case 'moveFolder':
			await port.move(change.from, change.path);
			return undefined;
		case 'deleteFile':
		case 'deleteFolder':
			await port.remove(change.path);
			return undefined;
		case 'conflict':
			return undefined;
	}
}

/** How the changes of a mirror are made: each alone, by the caller of the target. */
export const mirrorMaking = (
	source: MirrorSide,
	target: MirrorSide,
	options: StoreOptions = {},
): Making<MirrorChange> => ({
	obstacles: makeObstacles(),
	make: async ([change], caller) => {
		const reading = variantOf(source.caller, defined({ noRetryAfter: caller.noRetryAfter }));
		const port = servicePort({ ...source, caller: reading }, { ...target, caller }, options);
		return change && (await makeChange(port, change));
	},
});
