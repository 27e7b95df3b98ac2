import type { ILoadOptionsFunctions, INodeListSearchItems } from 'n8n-workflow';
import { fileCalls } from '../../../client/files/fileCalls';
import type { Caller } from '../../../client/service/call';
import { libraryCallerOf } from '../../../n8n/credentials/caller';
import { readRef } from '../../../n8n/form/readForm';
import { matches, pageOfAll, searchMethod } from '../../../n8n/lists/listSearch';
import { fileRef } from '../../../protocol/catalogue/shared';
import { checkValue, chooseFirst } from '../../../protocol/operation/check';
import { textOf } from '../../../protocol/wire/json';
import { distinctVersions, type FileVersion } from '../plan/fileVersions';
import { fileVersions } from '../work/restoreVersion';

const UNITS = ['bytes', 'kB', 'MB', 'GB', 'TB'];

/** A size in bytes as people read it: three digits and a unit of 1000. */
function sizeText(bytes: number): string {
	const unit = Math.min(UNITS.length - 1, Math.max(0, Math.floor(Math.log10(Math.max(bytes, 1)) / 3)));
	return `${Number((bytes / 1000 ** unit).toPrecision(3))} ${UNITS[unit] ?? ''}`;
}

/** A version shown by its number, its time in the time zone of the workflow, who made it, and its size. */
function nameOf({ number, seconds, memberName, filesize, isCurrent }: FileVersion, timeZone: string): string {
	const format = { timeZone, dateStyle: 'short', timeStyle: 'short', hour12: false } as const;
	const when =
		seconds === undefined ? undefined : new Intl.DateTimeFormat('en-CA', format).format(new Date(seconds * 1000));
	const size = filesize === undefined ? undefined : sizeText(filesize);
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
