import type { IBinaryData } from 'n8n-workflow';
import type { upload } from '../../protocol/catalogue/libraryTransfer';
import type { In } from '../../protocol/operation/define';
import { plainText } from '../../protocol/operation/check/text';
import { inputError } from '../../protocol/wire/libraryError';
import { checkFileName, joinPath } from '../../protocol/wire/paths';
import { binariesOf } from '../context/binaryInput';
import type { Job } from './job';

/** What is entered for an upload; in the form of File Library User there is no operator. */
export type UploadInput = In<typeof upload>;

/** The content of one binary field, and the full path it is uploaded to. */
export interface BinaryUpload {
	readonly data: IBinaryData;
	readonly fullpath: string;
}

/** The name of a binary file, as text that can be sent. Throws inputError. */
const nameOf = ({ fileName }: IBinaryData): string => plainText('File Name', fileName ?? '');

/**
 * The uploads of one item, in the order of the field names entered. Throws inputError for wrong names of fields or
 * files.
 */
export function binaryUploads({ context, item, checked }: Job): BinaryUpload[] {
	const { binaryPropertyName, folder, fileName } = checked as UploadInput;
	const files = binariesOf(context, item, binaryPropertyName);
	if (files.length > 1 && fileName !== undefined)
		throw inputError(
			'File Name',
			"can't be set for several binary fields",
			'Leave it empty: each file keeps the name of its binary data.',
		);
	return files.map((data) => ({
		data,
		fullpath: joinPath(folder?.value ?? '', checkFileName('File Name', fileName ?? nameOf(data))),
	}));
}
