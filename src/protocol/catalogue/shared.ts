import { binary, choice, flag, int, ref, text } from '../operation/fields';

const path = { label: 'Path', of: 'path', placeholder: 'e.g. Contracts/2026/offer.pdf' } as const;

/** A file or folder by its stable id or its path: exactly one of `hash` and `fullpath` goes on the wire. */
export const fileRef = ref({
	claims: 'path',
	label: 'File',
	help: 'The file or folder to operate on',
	modes: {
		list: { label: 'From List', wire: 'hash', search: 'entriesByHash' },
		path: { ...path, wire: 'fullpath' },
		id: { label: 'ID', wire: 'hash', placeholder: 'e.g. 2b0d1a6d4a8b4a3f9c1e…' },
	},
});

/** A file or folder that the interface takes by path only. */
export const pathRef = ref({
	claims: 'path',
	label: 'File',
	help: 'The file or folder to operate on',
	wire: 'fullpath',
	modes: {
		list: { label: 'From List', wire: 'fullpath', search: 'entriesByPath', of: 'path' },
		path: { ...path, wire: 'fullpath' },
	},
});

/** A folder by path; the root of the library is a folder too. */
export const folderRef = ref({
	claims: 'path',
	label: 'Folder',
	help: 'The folder to operate on. Use "/" for the root of the library.',
	wire: 'fullpath',
	modes: {
		list: { label: 'From List', wire: 'fullpath', search: 'foldersByPath', of: 'path', root: true },
		path: { label: 'Path', wire: 'fullpath', of: 'path', root: true, placeholder: 'e.g. Contracts/2026' },
	},
});

/** A member of the enterprise, as the library operations take them. */
export const memberRef = ref({
	claims: 'scope',
	label: 'Member',
	help: 'The member whose permissions to read',
	modes: {
		id: { label: 'Member ID', wire: 'member_id', of: 'int', placeholder: 'e.g. 12' },
		outId: { label: 'External ID', wire: 'out_id', placeholder: 'e.g. emp-0012' },
		account: { label: 'Account', wire: 'account', placeholder: 'e.g. name@example.com' },
	},
});

/** Who the service records as the author of a change (document, Common parameters). */
export const operator = {
	operatorId: int({
		wire: 'op_id',
		label: 'Operator ID',
		help: 'Member ID recorded as the author of the change',
		fallback: 0,
	}),
	operatorName: text({
		wire: 'op_name',
		label: 'Operator Name',
		help: 'Name recorded as the author of the change when the author is no member. The change itself is made with full rights.',
	}),
} as const;

/** Network of a link: public unless the person asks for the intranet one. */
export const intranet = flag({
	wire: 'net',
	label: 'Intranet Link',
	help: 'Whether to get a link for the internal network instead of the public one',
	off: 'omit',
	on: 'in',
});

/** What an upload sends. */
export const contentFields = {
	binaryPropertyName: binary({
		direction: 'in',
		label: 'Input Binary Field',
		help: 'The name of the input binary field containing the file to upload. Several names, separated by commas, upload several files.',
	}),
} as const;

/** How an upload goes, whoever makes it. The name makes the path together with the folder. */
export const uploadFields = {
	fileName: text({
		label: 'File Name',
		help: 'Name in the library. When empty, the name of the binary file is used.',
		placeholder: 'e.g. offer.pdf',
		wire: 'fullpath',
		composed: true,
		place: 'top',
	}),
	conflict: choice({
		label: 'If the File Exists',
		wire: 'overwrite',
		help: 'What to do when the name is taken',
		fallback: 'rename',
		choices: {
			rename: { label: 'Keep Both', wire: '0', help: 'The new file gets a number: name(2).ext' },
			overwrite: { label: 'Overwrite', wire: '1', help: 'The content becomes a new version' },
			fail: { label: 'Fail', wire: '0', help: 'Nothing is sent, the item fails' },
			skip: { label: 'Skip', wire: '0', help: 'Nothing is sent, the existing file is put out' },
		},
	}),
	method: choice({
		label: 'Upload Method',
		composed: true,
		wire: '',
		help: 'How the content travels',
		fallback: 'chunked',
		choices: {
			chunked: { label: 'Chunks', help: 'Resumable, for any size' },
			form: { label: 'Web Form', help: 'One form post, for servers that ask for it' },
		},
	}),
	chunkSize: int({
		label: 'Chunk Size (MB)',
		composed: true,
		wire: '',
		help: 'Size of one part in megabytes (1,000,000 bytes); the service takes at most 10',
		fallback: 10,
		min: 1,
		max: 10,
	}),
} as const;

/** Whether a download is checked against the file information. */
export const verify = flag({
	label: 'Verify Content',
	composed: true,
	wire: '',
	help: 'Whether to check size and SHA1 against the file information',
	off: 'omit',
	fallback: true,
});

/** For fields of a form that are no parameter of the interface. */
export const LOCAL = { wire: '', composed: true } as const;
