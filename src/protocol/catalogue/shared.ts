import {
	type Claims,
	flag,
	type InputOf,
	int,
	local,
	modesOf,
	ref,
	type RefMode,
	required,
	saidOnce,
	text,
	top,
} from '../operation/fields';
import { checkList } from '../operation/check/list';
import { inputError } from '../wire/libraryError';
import { checkFileName, joinPath, MAX_NAME_BYTES } from '../wire/paths';
import type { Sent } from '../operation/define';
import { DAY_MS, defined } from '../wire/json';

/* Fields that operations on files and folders have in common. */

/** A locator in an example. */
export const by = (mode: string, value: string) => ({ __rl: true, mode, value });

/** What an empty time stands for: so many days ago as the field `days` says. */
export const daysAgo =
	(days: string) =>
	({ [days]: entered }: Readonly<Record<string, unknown>>, now: number): number | undefined =>
		entered === undefined ? undefined : now - Number(entered) * DAY_MS;
/** A number of days, in place of a time in the field that `help` names. */
export const days = (label: string, initial: number, help: string) =>
	local.filter.int([label, help], { default: initial, min: 1, max: 36_500 });

/** What to do about changes that the updates feed hides; `help` of both choices. */
export const onHiddenChanges = (stop: string, goOn: string) =>
	local.choice('What to do when more changes share one millisecond than the updates feed can show', {
		label: 'On Too Many Simultaneous Changes',
		choices: { stop: ['Stop With Error', stop], continue: ['Report and Continue', goOn] },
	});

const WALK = 'Type a name, or Contracts/ to look inside';

const path = { label: 'Path', of: 'path', placeholder: 'e.g. Contracts/2026/offer.pdf' } as const;
/** The mode of a locator that names an entry by its stable ID. */
export const hashMode = { label: 'By ID', wire: 'hash', placeholder: 'e.g. 2b0d1a6d4a8b4a3f9c1e…' } as const;

/** What an assistant should enter in a picker of files and folders. */
export const ITEM_PATH = "mode 'path': the fullpath of an item, or of a trigger";

/** The same for a folder, which need not exist. */
export const FOLDER_PATH = "mode 'path', without a leading slash";

/** A file or folder by its stable ID or its path: exactly one of `hash` and `fullpath` is sent. */
export const fileRef = ref('The file or folder', {
	claims: 'path',
	modes: {
		list: { label: 'From List', wire: 'hash', search: 'entriesByHash', hint: WALK },
		path: { ...path, wire: 'fullpath' },
		id: hashMode,
	},
});

/** As fileRef; the root of the library, written "/", can be named too. */
export const fileOrRootRef = ref('The file or folder', {
	...fileRef,
	modes: { ...fileRef.modes, path: { ...fileRef.modes.path, root: 'written' } },
});
/** A file or folder that the interface takes by path only. */
export const pathRef = ref(['File or Folder', 'The file or folder'], {
	claims: 'path',
	wire: 'fullpath',
	modes: { list: { label: 'From List', search: 'entriesByPath', hint: WALK, of: 'path' }, path },
});
/** As fileRef, where the answer says nothing of the entry: the list gives its path, which most inputs take. */
export const fileRefListedByPath = ref(fileRef.help, {
	...fileRef,
	modes: { ...fileRef.modes, list: pathRef.modes.list },
});
/** As pathRef; the root of the library, written "/", can be named too. */
export const pathOrRootRef = ref(pathRef.help, {
	...pathRef,
	modes: { list: { ...pathRef.modes.list, root: 'written' }, path: { ...pathRef.modes.path, root: 'written' } },
});
/** The source of a copy, which is only read. */
export const sourceRef = ref('The file or folder to copy', { ...pathRef, claims: 'source', wire: 'from_fullpath' });

const folderPath = { label: 'Path', of: 'path', placeholder: 'e.g. Contracts/2026' } as const;
const folderList = { label: 'From List', of: 'path', search: 'foldersByPath', hint: WALK } as const;
const folderModes = <const R extends true | 'written'>(root: R) =>
	({ list: { ...folderList, root }, path: { ...folderPath, root } }) as const;
/** A folder that is read, by path; the form begins at the library root, which is a folder too. */
export const folderRef = ref('The folder to list', { claims: 'path', wire: 'fullpath', modes: folderModes(true) });
/** As folderRef, for a folder that is changed: it starts empty, and the root has to be chosen or written as "/". */
export const chosenFolder = required.ref(folderRef.help, {
	...folderRef,
	wire: 'fullpath',
	modes: folderModes('written'),
});

/** A folder that is moved, renamed or deleted: any but the library root. */
export const subfolderRef = ref('The folder', {
	claims: 'path',
	wire: 'fullpath',
	modes: { list: { ...folderList, search: 'subfoldersByPath' }, path: folderPath },
});
/** The folder that is copied, which is only read. */
export const folderSourceRef = ref('The folder to copy with everything in it', {
	...subfolderRef,
	claims: 'source',
	wire: 'from_fullpath',
});
/** A folder whose properties are read, by its stable ID or its path. */
export const folderInfoRef = ref('The folder', {
	...fileOrRootRef,
	modes: {
		list: { ...fileRef.modes.list, search: 'foldersByHash' },
		path: { ...folderPath, wire: 'fullpath', root: 'written' },
		id: hashMode,
	},
});

/** The folder that a copied or moved entry goes into; `wire` is the full path that is made of it. */
export const destinationFolder = (wire: string) =>
	required.ref('The folder to put it into, created if missing', {
		...chosenFolder,
		into: true,
		wire,
		composed: true,
	});
/** The same as one of several: in a list of paths the root is "/". */
export const destinationCell = required.ref(['Destination Folder', 'The folder for the copy'], {
	...chosenFolder,
	into: true,
	wire: 'paths',
});
/** The name that a copied or moved entry gets; `wire` is the parameter that contains it. */
export const optionalNewName = (wire: string, claims: Claims = 'nothing') =>
	top.text('The name it gets there; its current name when left empty', { wire, claims, composed: true });
/** The name that an entry gets which stays where it is; `wire` is the parameter that contains it. */
export const requiredNewName = (wire: string, claims: Claims, placeholder = 'e.g. offer 2026.pdf') =>
	required.text('The new name', { wire, claims, composed: true, placeholder });
/** What New Name of a folder looks like. */
export const FOLDER_NAME = 'e.g. Contracts 2026';
/** What is done with a folder as with a file is asked for in the same other fields. */
export function withoutFile<F extends { readonly file: unknown }>({ input }: { readonly input: F }): Omit<F, 'file'> {
	const { file: _, ...others } = input;
	return others;
}
/** The folder that something new goes into; its path and a name make the full path of the result. */
export const parentFolder = (help: string) =>
	({ ...folderRef, into: true, label: 'Parent Folder', help, composed: true }) as const;
/** A new folder: where it is created, and its name. */
export const newFolder = {
	folder: parentFolder('The folder in which to create it'),
	name: required.text(['Folder Name', 'Name of the new folder'], {
		wire: 'fullpath',
		composed: true,
		placeholder: 'e.g. 2026',
	}),
} as const;
/** The full path of a new folder. Throws inputError for a name that is empty, contains a slash, or is too long. */
export function newFolderPath({ name, folder }: { name: string; folder?: { readonly value: string } }) {
	if (name.length > MAX_NAME_BYTES) throw inputError('Folder Name', `is longer than ${MAX_NAME_BYTES} characters`);
	return { fullpath: joinPath(folder?.value ?? '', checkFileName('Folder Name', name)) };
}

/** Whom the service records as the author of a change (document, Common parameters). */
export const operator = saidOnce({
	operatorId: int(['Operator ID', 'ID of the member to record as the person who does this'], { wire: 'op_id' }),
	operatorName: text(
		'Name to record as the person who does this, if not a member. ' +
			'The permissions of the credential apply in any case.',
		{ wire: 'op_name' },
	),
} as const);

/** The same for a plan: its changes send it, and a dry run makes none. */
export const operatorOfPlan = {
	operatorId: { ...operator.operatorId, composed: true },
	operatorName: { ...operator.operatorName, composed: true },
} as const;

/** The wire parameters of `operatorOfPlan`. */
export const operatorParams = ({ operatorId: id, operatorName: name }: InputOf<typeof operatorOfPlan>): Sent =>
	defined({ op_id: id === undefined ? undefined : String(id), op_name: name });

/** Network of a link: public unless the intranet is asked for. */
export const intranet = flag(['Intranet Link', 'Whether the link is for the internal network'], {
	wire: 'net',
	saidOnce: true,
	off: 'omit',
	on: 'in',
});

/** The folder that a search is limited to; `wire` names its parameter, which is left out for the whole library. */
export const searchFolder = (wire: string) =>
	ref('The folder to search with its subfolders; the whole library when left empty', {
		claims: 'nothing',
		composed: true,
		wire,
		modes: folderModes('written'),
	});

/** The tag of what is deleted. Whether several mean one of them or all is not documented, and not guessed (G42). */
export const tagOfDeletion = (help: string) =>
	required.text(['Tag', `${help}; for several tags use several items`], {
		claims: 'nothing',
		wire: 'tag',
		composed: true,
		orList: true,
		details: 'Several tags together could mean one of them or all.',
		placeholder: 'e.g. obsolete',
	});

/** The wire parameter of `tagOfDeletion`, whose expression may give a list of one. Throws inputError for several. */
export function oneTag({ tags }: { readonly tags: string }): { tag: string } {
	const [tag = '', ...more] = new Set(checkList('Tag', { of: 'text', form: 'json', required: true }, tags));
	if (more.length === 0 && !tag.includes(';')) return { tag };
	throw inputError(
		'Tag',
		'must be one tag, because the service does not say what it deletes for several',
		'Use one item for each tag, e.g. with Split Out before this node.',
	);
}

/** What a search for files looks at. */
export const searchScope = top.multi(['Search In', 'Where to search for the text'], {
	formerPlace: 'filters',
	default: ['filename', 'tag'],
	choices: { content: 'Content', filename: 'Name', tag: 'Tags' },
});

/** Whether the permissions of the parent apply. */
export const inheritPermissions = required.flag('Whether the permissions of the parent folder apply', {
	label: 'Inherit Permissions',
	default: true,
});

/** The start or the end of a span of time, with its name in the form. */
type Bound = readonly [label: string, at: Date | undefined];

/** Refuses a span of time that ends before it begins: there would be nothing in it. Throws inputError. */
export function requireOrder([from, start]: Bound, [to, end]: Bound): void {
	if (start && end && start > end)
		throw inputError(from, `is after ${to}`, `Enter a ${to} that is later than ${from}.`);
}

/* Members and departments, as operations on the files of a library name them. */

/** A member by ID, also from the list; `wire` names the parameter. */
export const memberIdModes = (wire: string) =>
	modesOf({ wire, of: 'int' }, { list: 'membersById', id: { label: 'Member ID', placeholder: 'e.g. 12' } });
/** A department by ID, also from the list; `wire` names the parameter. */
export const departmentIdModes = (wire: string) =>
	modesOf({ wire, of: 'int' }, { list: 'departmentsById', id: { label: 'Department ID', placeholder: 'e.g. 3' } });
/** Ways to name a member in library operations; the wires name the parameters of the member ID and of the others. */
export const memberModes = (wire: string, outId = 'out_id', account = 'account') =>
	({
		...memberIdModes(wire),
		outId: { label: 'External ID', wire: outId, placeholder: 'e.g. emp-0012' },
		account: { label: 'Account', wire: account, placeholder: 'e.g. name@example.com' },
	}) as const satisfies Record<string, RefMode>;
/** Ways to name a department in library operations. */
export const departmentModes = (wire: string, outId: string) =>
	({
		...departmentIdModes(wire),
		outId: { label: 'External ID', wire: outId, placeholder: 'e.g. dept-03' },
	}) as const satisfies Record<string, RefMode>;
/** A member in a row of an operation that takes members by ID only. */
export const memberInRow = required.ref('A member, or a list by expression', {
	claims: 'nothing',
	modes: memberIdModes('member_id'),
});
/** A department in a row of an operation that takes departments by ID only. */
export const departmentInRow = required.ref('A department, or a list by expression', {
	claims: 'nothing',
	modes: departmentIdModes('group_id'),
});
/** A member whose permissions are read. */
export const memberRef = ref('The member', { claims: 'scope', modes: memberModes('member_id') });
