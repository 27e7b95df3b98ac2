export { type ArchiveFolder, archiveIn, archiveName, createFolder, move, remove } from './targetChanges';
export {
	archiveInside,
	compareSides,
	ignoresCase,
	type MirrorRules,
	requireDisjointSides,
	requireOutside,
} from './compareSides';
export { makeChange, type Mirroring, mirrorMaking } from './makeChange';
export { type MirrorSide, readSide, requireName, type SideReading } from './mirrorSide';
