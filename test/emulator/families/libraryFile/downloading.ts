import { actorOf, operator } from '../../auth/operator';
import { missing } from '../../http/errors';
import { defaulted, filled, flag, optional, sha1, word } from '../../http/parameters';
import { downloadLink } from '../../links/fileLinks';
import { acts } from '../../store/library/acts';
import { fileRef, oneFile, referredFile } from '../fileRef';
import { libraryOperation } from '../operationsByCaller';

export const downloadUrl = libraryOperation('/m-open/1/file/download_url', {
	params: {
		...fileRef,
		filehash: optional(sha1),
		open: defaulted(flag, false),
		filename: optional(filled),
		net: optional(word('in')),
		...operator,
	},
	exactlyOne: oneFile,
	handle: ({ world, library, p }) => {
		const actor = actorOf(library, p);
		const entry = referredFile(library, p);
		if (p.filehash !== undefined && !library.hasVersion(entry, p.filehash))
			throw missing(`${entry.name} version ${p.filehash}`);
		library.note(entry, acts.download, actor);
		return { urls: [downloadLink(world, entry, p)] };
	},
});
