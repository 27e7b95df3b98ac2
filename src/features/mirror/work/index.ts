export { type ArchiveFolder, archiveIn, archiveName } from './archive';
export { compareSides, type MirrorRules } from './compareSides';
export { makeChange, type Mirroring, mirrorMaking } from './makeChange';
export { type MirrorSide, requireName } from './mirrorSide';
export { archiveInside, ignoresCase, requireDisjointSides, requireOutside } from './nameCase';
export { readSide, type SideReading } from './readSide';
export { createFolder, move, remove } from './targetChanges';
