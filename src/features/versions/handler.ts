import type { INodeExecutionData } from 'n8n-workflow';
import { handles } from '../../n8n/execute/pairing';
import { stopwatch } from '../../client/async/clock';
import { operatorIn } from '../../client/files/missingFolder';
import { restoreVersion as restore, type Restoration } from './work/restoreVersion';
import { restoreVersion as restoreOperation, type RestoredVersion, type UnchangedFile } from './entries';
import { simpleEntry } from '../../protocol/catalogue/simplify';
import type { In } from '../../protocol/operation/define';
import type { FileVersion } from './plan/fileVersions';
import { defined, isoSeconds } from '../../protocol/wire/json';
import { baseName } from '../../protocol/wire/paths';
import { type Handler, outputItem } from '../../n8n/execute/job';

/**
 * Makes an earlier version of a file its current one: one item with the new version, with the file as it is where it
 * has that content already, or with the file that has the content in its place. Throws what `restoreVersion` of the
 * client throws.
 */
const handler: Handler<In<typeof restoreOperation>> = {
	automatic: ['filesize', 'overwrite', 'size', 'attribute'],
	async run(job, caller) {
		const { version } = job.checked;
		const { filehash: _version, op_id: _id, op_name: _name, ...file } = job.params;
		const elapsedMs = stopwatch(caller.clock);
		const transfer = job.progress.begin('Restoring', baseName(file.fullpath ?? 'file'));
		try {
			const order = { file, filehash: version.value, operator: operatorIn(job.params), onProgress: transfer.at };
			const result = await restore(caller, order);
			return [itemOf(result, elapsedMs())];
		} finally {
			transfer.end();
		}
	},
};

const shownVersion = ({ number, hid, seconds, memberName }: FileVersion): RestoredVersion['restored_from'] =>
	defined({ version_number: number, version_id: hid, date: isoSeconds(seconds), member_name: memberName });

const MISSED =
	'The file was renamed, moved or deleted while its version was restored: ' +
	'the content went to its old path, which is another file now';

function itemOf({ before, stored, from, made, missed }: Restoration, durationMs: number): INodeExecutionData {
	if (!stored) return outputItem<UnchangedFile>({ ...simpleEntry(before), restored: false, duration_ms: durationMs });
	const { fullpath, filesize, hash, filehash, instant, bytesSent, retries } = stored;
	return outputItem<RestoredVersion>({
		filename: baseName(fullpath),
		fullpath,
		type: 'file',
		filesize,
		hash,
		filehash,
		restored: missed === undefined,
		...(missed ? { reason: MISSED, original: { ...missed } } : {}),
		...defined({ version_number: made?.number, version_id: made?.hid }),
		restored_from: from ? shownVersion(from) : {},
		instant,
		retries,
		bytes_sent: bytesSent,
		duration_ms: durationMs,
	});
}

/** The operations of this feature, with what carries them out. */
export const handlers = [handles(restoreOperation, handler)];
