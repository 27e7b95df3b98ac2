export {
	type ArchiveFolder,
	archiveIn,
	archiveName,
	createFolder,
	moveInTarget,
	removeFromTarget,
} from './targetChanges';
export {
	archiveInside,
	compareSides,
	ignoresCase,
	type MirrorRules,
	requireDisjointSides,
	requireOutside,
} from './compareSides';
export { makeChange, type Mirroring, mirrorMaker } from './makeChange';
export { type MirrorSide, readSide, requireName, type SideReading } from './mirrorSide';
