export {
	type CurrentDirectory,
	type CurrentMember,
	type DirectoryRules,
	ENTRY_FIELDS,
	entryFields,
	type WantedDirectory,
	type WantedMember,
} from './directories';
export { type DirectoryChange, isResent, purposeOf, shownChange } from './directoryChange';
export { planDirectory } from './planDirectory';
export { readWanted } from './readWanted';
