import type { createFromText, UploadedFile } from '../entries';
import { encodeText } from '../../../protocol/text/encodings';
import { appendToFile } from '../work/appendToFile';
import { bufferSource } from '../../../client/upload/source';
import { outputItem, type HandlerFor } from '../../../n8n/execute/job';
import { send, store, targetOf } from './upload';

/**
 * Stores the text that was entered as a file, or appends it to one: one output item. Throws inputError for what the
 * encoding lacks, and what storing throws.
 */
export const handler: HandlerFor<typeof createFromText> = {
	automatic: ['filehash', 'filesize'],
	async run(job, caller) {
		const { text, encoding = 'utf-8', conflict } = job.checked;
		const fullpath = job.params.fullpath ?? '';
		if (conflict === 'append' && text !== '') {
			const target = targetOf(job, fullpath, true);
			const item = await appendToFile(caller, {
				target,
				text,
				encoding,
				store: async (all, overwrite) =>
					await send(job, caller, bufferSource(all), { ...target, overwrite, isRacing: true }),
			});
			return [outputItem<UploadedFile>(item)];
		}
		const content = encodeText('Text', text, encoding);
		// A file to which nothing is to be appended stays as it is.
		const checked = conflict === 'append' ? { ...job.checked, conflict: 'skip' as const } : job.checked;
		return [await store({ ...job, checked }, caller, fullpath, () => bufferSource(content))];
	},
};
