import type { ILoadOptionsFunctions, INodeListSearchItems } from 'n8n-workflow';
import { type HandlerFor, handles, type Item, outputItem } from '../../n8n/execute/job';
import { stopwatch } from '../../client/async/clock';
import { fileCalls } from '../../client/files/fileCalls';
import { operatorIn } from '../../client/files/missingFolder';
import { restoreVersion as restore, type Restoration, fileVersions } from './work/restoreVersion';
import { restoreVersion as restoreOperation, type RestoredVersion, type UnchangedFile } from './entries';
import { simpleEntry } from '../../protocol/catalogue/simplify';
import { type FileVersion, distinctVersions } from './plan/fileVersions';
import { allFields, isoSeconds, textOf } from '../../protocol/wire/json';
import { sizeInWords } from '../../protocol/text/inWords';
import { baseName } from '../../protocol/wire/paths';
import type { Caller } from '../../client/service/call';
import { libraryCallerOf } from '../../n8n/credentials/caller';
import { readRef } from '../../n8n/form/readForm';
import { matches, pageOfAll, searchMethod } from '../../n8n/lists/listSearch';
import { fileRef } from '../../protocol/catalogue/shared';
import { checkValue, chooseFirst } from '../../protocol/operation/check';

/**
 * One item: the new version, the file as it is where it has that content already, or the file that has the content in
 * its place.
 */
const handler: HandlerFor<typeof restoreOperation> = {
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

const MISSED =
	'The file was renamed, moved or deleted while its version was restored: ' +
	'the content went to its old path, which is another file now';

function itemOf(
	{ before, stored, from, made, missed }: Restoration,
	durationMs: number,
): Item<RestoredVersion | UnchangedFile> {
	if (!stored) return outputItem<UnchangedFile>({ ...simpleEntry(before), restored: false, duration_ms: durationMs });
	const { fullpath, filesize, hash, filehash, instant, bytesSent, retries } = stored;
	const item = allFields<RestoredVersion>({
		filename: baseName(fullpath),
		fullpath,
		type: 'file',
		filesize,
		hash,
		filehash,
		restored: missed === undefined,
		reason: missed && MISSED,
		original: missed,
		version_number: made?.number,
		version_id: made?.hid,
		restored_from: allFields<RestoredVersion['restored_from']>({
			version_number: from?.number,
			version_id: from?.hid,
			date: isoSeconds(from?.seconds),
			member_name: from?.memberName,
		}),
		instant,
		retries,
		bytes_sent: bytesSent,
		duration_ms: durationMs,
	});
	return outputItem<RestoredVersion>(item);
}

/** A version shown by its number, its time in the time zone of the workflow, who made it, and its size. */
function nameOf({ number, seconds, memberName, filesize, isCurrent }: FileVersion, timeZone: string): string {
	const format = { timeZone, dateStyle: 'short', timeStyle: 'short', hour12: false } as const;
	const when =
		seconds === undefined ? undefined : new Intl.DateTimeFormat('en-CA', format).format(new Date(seconds * 1000));
	const size = filesize === undefined ? undefined : sizeInWords(filesize);
	const known = [when?.replace(', ', ' '), memberName, size].filter((part) => part !== undefined);
	return `Version ${number}${isCurrent ? ' (current)' : ''}${known.length > 0 ? `: ${known.join(', ')}` : ''}`;
}

/** The path of the file that is chosen in the form: the history is asked for by path only. Throws inputError. */
async function chosenPath(context: ILoadOptionsFunctions, caller: Caller): Promise<string> {
	const raw: unknown = context.getNodeParameter('file', undefined);
	const hint = 'Then its versions are listed.';
	if (raw === undefined || raw === null) throw chooseFirst('File', fileRef, hint);
	const chosen = checkValue('File', fileRef, readRef(fileRef, raw)) as { by: string; value: string } | undefined;
	if (chosen === undefined) throw chooseFirst('File', fileRef, hint);
	if (chosen.by === 'path') return chosen.value;
	return textOf((await fileCalls(caller).info({ hash: chosen.value })).fullpath);
}

/** The versions of the chosen file by their checksums, newest first, each content once. */
export const versionsOfFile = searchMethod(async (context, filter, token) => {
	const caller = await libraryCallerOf(context);
	const versions = distinctVersions(await fileVersions(caller, await chosenPath(context, caller)));
	const items = versions.map((version): INodeListSearchItems => ({
		name: nameOf(version, context.getTimezone()),
		value: version.filehash,
	}));
	const found = items.filter(({ name, value }) => matches(filter.trim(), name, value));
	return pageOfAll(found, (item) => item, token);
});

/** The operations of this feature, with what carries them out. */
export const handlers = [handles(restoreOperation, handler)];
