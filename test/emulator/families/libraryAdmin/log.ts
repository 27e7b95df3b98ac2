import { seconds } from '../../time/clock';
import { badParameter } from '../../http/errors';
import type { Json } from '../../http/json';
import { defaulted, int, list, optional, word } from '../../http/parameters';
import type { Directory } from '../../store/enterprise/directory';
import type { LibraryRecord } from '../../store/library/library';
import { within } from '../../store/enterprise/managementLog';
import { libraryRef, oneLibrary, operation, referred } from './shared';

/** doc: act codes of the library log. */
const actNames: Readonly<Record<number, string>> = {
	0: 'delete',
	1: 'create or upload',
	2: 'rename',
	3: 'edit',
	4: 'move',
	5: 'restore deleted',
	6: 'restore version',
	12: 'lock',
	13: 'unlock',
	20: 'download',
	21: 'preview',
	1014: 'generate link',
	1015: 'access link',
	1016: 'download link file',
	1017: 'save link file to cloud library',
	1018: 'upload link file',
};

const act = (raw: string, name: string): number => {
	const code = int(0)(raw, name);
	if (!Object.hasOwn(actNames, code)) throw badParameter(name, `has the unknown code ${code}`);
	return code;
};

/** doc: member_name holds the name with the account (its form is assumed), the other two are apart (F16). */
function entryOf(record: LibraryRecord, directory: Directory): Json {
	const account = directory.members.get(record.actor.id)?.account ?? '';
	return {
		hash: record.hash,
		dir: record.dir ? 1 : 0,
		act: record.act,
		filehash: record.filehash,
		filesize: record.dir ? 0 : record.filesize,
		fullpath: record.fullpath,
		member_id: record.actor.id,
		dateline: seconds(record.atMs),
		act_name: actNames[record.act] ?? '',
		member_name: account ? `${record.actor.name} (${account})` : record.actor.name,
		display_name: record.actor.name,
		member_account: account,
	};
}

export const log = operation({
	params: {
		...libraryRef,
		act: optional(list(',', act)),
		orderby: defaulted(word('asc', 'desc'), 'desc'),
		start_dateline: optional(int(0)),
		end_dateline: optional(int(0)),
		start: defaulted(int(0), 0),
		size: defaulted(int(1, 1000), 100),
	},
	exactlyOne: oneLibrary,
	handle: ({ world, enterprise, directory, p }) => {
		const library = referred(world, { enterprise }, p);
		const window = { from: p.start_dateline, before: p.end_dateline, ascending: p.orderby === 'asc' };
		const found = within(library.log, window).filter((record) => !p.act || p.act.includes(record.act));
		return {
			total: found.length,
			list: found.slice(p.start, p.start + p.size).map((record) => entryOf(record, directory)),
		};
	},
});
