export { archiveInside, compareSides, type MirrorRules, spelledAs } from './compareSides';
export { makeChange, type Mirroring, mirrorMaker } from './makeChange';
export { type MirrorSide, readSide } from './mirrorSide';
export { type ArchiveFolder, archiveName } from './targetChanges';
