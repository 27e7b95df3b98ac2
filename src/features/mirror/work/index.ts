export { archiveInside, compareSides, type MirrorRules, requireDisjointSides } from './compareSides';
export { makeChange, type Mirroring, mirrorMaker } from './makeChange';
export { type MirrorSide, readSide } from './mirrorSide';
export { type ArchiveFolder, archiveName, createFolder, moveInTarget, removeFromTarget } from './targetChanges';
