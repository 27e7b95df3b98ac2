export type { CurrentDirectory, CurrentMember, DirectoryRules, WantedDirectory, WantedMember } from './directories';
export { type DirectoryChange, isResent, purposeOf, shownChange } from './directoryChange';
export { ENTRY_FIELDS, entryFields } from './entryFields';
export { planDirectory } from './planDirectory';
export { readWanted, unknownFields, unusedNames } from './readWanted';
