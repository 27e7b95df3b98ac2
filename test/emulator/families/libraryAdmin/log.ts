import { badParameter } from '../../http/errors';
import type { Json } from '../../http/json';
import { defaulted, int, list, optional, word, type Kind } from '../../http/parameters';
import type { Directory } from '../../store/enterprise/directory';
import type { LibraryRecord } from '../../store/library/library';
import { seconds, within } from '../../time/clock';
import { enterpriseOperation } from '../operationsByCaller';
import { limitedPage, pageOf } from '../paging';
import { libraryRef, oneLibrary, referredLibrary } from './references';

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

const act: Kind<number> = (raw, name) => {
	const code = int(0)(raw, name);
	if (!Object.hasOwn(actNames, code)) throw badParameter(name, `has the unknown code ${code}`);
	return code;
};

/** doc (F16): member_name contains name and account, the other two only one of them. assumed: its format. */
function logEntry(record: LibraryRecord, directory: Directory): Json {
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

export const log = enterpriseOperation('/m-open/1/org/log', {
	params: {
		...libraryRef,
		act: optional(list(',', act)),
		orderby: defaulted(word('asc', 'desc'), 'desc'),
		start_dateline: optional(int(0)),
		end_dateline: optional(int(0)),
		...limitedPage,
	},
	exactlyOne: oneLibrary,
	handle: (call) => {
		const { directory, p } = call;
		const window = { from: p.start_dateline, before: p.end_dateline, ascending: p.orderby === 'asc' };
		const found = within(referredLibrary(call).log, window).filter(
			(record) => !p.act || p.act.includes(record.act),
		);
		return { total: found.length, list: pageOf(found, p).map((record) => logEntry(record, directory)) };
	},
});
