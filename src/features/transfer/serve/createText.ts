import type { Beginning } from '../../../client/download/download';
import type { createFromText, download, DownloadedFile, UploadedFile } from '../entries';
import { whyNoJson } from '../../../protocol/operation/check/text';
import type { In } from '../../../protocol/operation/define';
import { type DecodedText, decodeText, type TextProblem, encodeText } from '../../../protocol/text/encodings';
import type { JsonObject } from '../../../protocol/wire/json';
import { valueError, quoted } from '../../../protocol/wire/libraryError';
import { withoutPrototypes } from '../../../protocol/wire/parseJson';
import { appendToFile } from '../work/appendToFile';
import { bufferSource } from '../../../client/upload/source';
import { appendedText, textToContinue } from '../../../protocol/text/appendedText';
import { baseName } from '../../../protocol/wire/paths';
import { outputItem, type HandlerFor } from '../../../n8n/execute/job';
import { send, store, targetOf } from './upload';

/* Content of a file as text or JSON, for the next node or for a model. */

type Input = Pick<In<typeof download>, 'output' | 'encoding' | 'textLimit'>;

const KB = 1_000;
/** What is read where nothing is entered, in kB: a file for people; as much text as a model can take. */
const LIMIT = { node: 1_000, model: 100 } as const;

/** How many bytes of a file are read. */
export const bytesToRead = ({ textLimit }: Input, reader: keyof typeof LIMIT): number =>
	(textLimit ?? LIMIT[reader]) * KB;

/** Refuses a file above the Size Limit; `size` in bytes, Infinity for any above `most`. Throws inputError. */
export function requireSmall(name: string, size: number | undefined, most: number): void {
	if (size === undefined || size <= most) return;
	const has = Number.isFinite(size) ? `has ${Math.ceil(size / KB)} kB, more than` : 'is larger than';
	throw valueError(
		'Output',
		`${quoted(name)} ${has} the Size Limit of ${most / KB} kB`,
		'Raise the Size Limit in Options, or set Output to File.',
	);
}

const decoded = ({ encoding = 'auto' }: Input, { bytes, isCut }: Beginning): DecodedText =>
	decodeText(bytes, encoding === 'auto' ? undefined : encoding, isCut);

const PROBLEMS: Readonly<Record<TextProblem, readonly [what: string, hint: string]>> = {
	binary: ['is no text file: it contains binary data', 'Set Output to File.'],
	invalid: ['is not in the encoding that is chosen', 'Choose another Encoding in Options, or set Output to File.'],
	mark: [
		'begins with a byte order mark, but the rest is not in that encoding',
		'The file is damaged or cut off: set Output to File to look at it.',
	],
	pdf: ['is a PDF, not a text file', 'Set Output to File, then read its text with Extract From File.'],
	unmarked: [
		'looks like UTF-16, but has no byte order mark that says so',
		'Choose UTF-16 LE or UTF-16 BE as the Encoding in Options.',
	],
	unknown: [
		'is not in UTF-8, and nothing in it names its encoding',
		'Choose its Encoding in Options, or set Output to File.',
	],
};

function parsed(name: string, text: string): JsonObject {
	try {
		// Most often an object, and shown as one before the first run.
		return withoutPrototypes(text, JSON.parse(text) as JsonObject);
	} catch (cause) {
		throw valueError(
			'Output',
			`${quoted(name)} is not valid JSON${whyNoJson(cause)}`,
			'Set Output to Text to see what it is.',
		);
	}
}

/** What an item has of the content itself. */
export type ReadContent = Pick<DownloadedFile, 'text' | 'data' | 'encoding'>;

/** The fields of an item with the text or the JSON of a file. Throws inputError for what is neither. */
export function textFieldsOf(name: string, input: Input, content: Beginning): ReadContent {
	const found = decoded(input, content);
	if ('problem' in found) {
		const [what, hint] = PROBLEMS[found.problem];
		throw valueError('Output', `${quoted(name)} ${what}`, hint);
	}
	const { text, encoding } = found;
	return input.output === 'json' ? { data: parsed(name, text), encoding } : { text, encoding };
}

/** What a model gets of the content of a file. */
export type ContentForModel = { text: string; truncated: boolean; note?: string };

/** The same for a model: undefined for what is no text; what is no JSON is text, and of a large file the beginning. */
export function modelFieldsOf(input: Input, content: Beginning): ContentForModel | undefined {
	const found = decoded(input, content);
	if ('problem' in found) return undefined;
	const kilobytes = Math.round(content.bytes.length / KB);
	if (content.isCut)
		return { text: found.text, truncated: true, note: `These are only the first ${kilobytes} kB of the file.` };
	return { text: found.text, truncated: false };
}

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
