export { archiveInside, compareSides, type MirrorRules, requireDisjointSides } from './compareSides';
export { makeChange, type Mirroring, mirrorMaker } from './makeChange';
export {
	type ArchiveFolder,
	archiveName,
	createFolder,
	type MirrorSide,
	moveInTarget,
	readSide,
	removeFromTarget,
} from './mirrorSide';
