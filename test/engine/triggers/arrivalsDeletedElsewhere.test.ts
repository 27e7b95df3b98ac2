import { arrivalsOf } from '../support/arrivals';
import { Triggers, useTriggers } from '../support/triggers';

/* A folder that leaves a watched one and is deleted with its new parent, before a poll or while it lists the folder. */

const t = useTriggers(new Triggers());

const { library, inFolder, told } = arrivalsOf(t);

test.each(['before the poll', 'just before its files are listed'])(
	'a folder that moves away and is deleted with the folder that it moved to has left: %s',
	async (when) => {
		await library();
		await t.folder('In/Big');
		await t.file('In/Big/1.txt');
		const trigger = inFolder('In', { filters: { type: 'folders' } });
		t.clock.advance(60_000);
		await told(trigger);
		await t.do('move', { fullpath: 'In/Big', dest_fullpath: 'Up/Big' }, 5000);
		const { faults } = t.client.emulator;
		const remove = async (): Promise<undefined> => {
			faults.choose = undefined;
			await t.do('del', { fullpath: 'Up' }, 5000);
			return undefined;
		};
		if (when === 'before the poll') await remove();
		else faults.choose = async ({ path }) => (path.endsWith('/file/ls') ? await remove() : undefined);
		const [left, ...others] = [...((await trigger.poll()) ?? []), ...((await trigger.poll()) ?? [])];
		expect(left?.json).toMatchObject({ event: 'left', how: 'deleted', type: 'folder', fullpath: 'Up/Big' });
		expect([left?.json.from_fullpath, others]).toEqual([undefined, []]);
	},
);
