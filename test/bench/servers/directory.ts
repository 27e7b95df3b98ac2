import { startEmulator } from '../../emulator';
import type { ServerSetup } from '../types';
import { departmentOf, type DirectoryWorld, memberOf } from '../worlds';
import { reportServer } from './reportServer';

/* The emulator with a large directory, or with an empty one. */

async function main(): Promise<void> {
	const { latencyMs = 0, world }: ServerSetup = JSON.parse(process.argv[2] ?? '{}');
	let requests = 0;
	const log = (): void => {
		requests++;
	};
	const options = { seedDemo: false, memberLimit: 1_000_000, requestLogSize: 1, latencyMs, log };
	const { url, world: service } = await startEmulator(options);
	const { directory } = service;
	directory.members.clear();
	directory.groups.clear();
	directory.topLevel.clear();
	const { members, departments } = world as DirectoryWorld;
	const groups = Array.from({ length: departments }, (_, n) => {
		const { outId, name, parentOutId } = departmentOf(n);
		return directory.addGroup({ outId, name, parentId: directory.findGroup(parentOutId)?.id ?? 0 });
	});
	for (let n = 0; n < members; n++) {
		const { type: _, departmentOutIds: __, ...member } = memberOf(n, departments);
		groups[n % departments]?.memberIds.add(directory.addMember(member).id);
	}
	reportServer({ url }, () => requests);
}

void main();
