import type { createFromText, UploadedFile } from '../entries';
import { encodeText } from '../../../protocol/text/encodings';
import { appendToFile } from '../work/appendToFile';
import { bufferSource } from '../../../client/upload/source';
import { appendedText, textToContinue } from '../../../protocol/text/appendedText';
import { baseName } from '../../../protocol/wire/paths';
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
		const content = (): Buffer => encodeText('Text', text, encoding);
		// A file to which nothing is to be appended stays as it is.
		const checked =
			conflict === 'append' && text === '' ? { ...job.checked, conflict: 'skip' as const } : job.checked;
		if (checked.conflict !== 'append') {
			const whole = content();
			return [await store({ ...job, checked }, caller, fullpath, () => bufferSource(whole))];
		}
		const target = targetOf(job, fullpath, true);
		const item = await appendToFile(caller, {
			target,
			text,
			contentOf: (before, texts) =>
				before ? appendedText(baseName(fullpath), before, texts, encoding) : content(),
			textOf: (bytes) => textToContinue(baseName(fullpath), bytes, encoding),
			store: async (all, overwrite) =>
				await send(job, caller, bufferSource(all), { ...target, overwrite, isRacing: true }),
		});
		return [outputItem<UploadedFile>(item)];
	},
};
