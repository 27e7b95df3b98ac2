export { type ArchiveEntry, writeArchive } from './archive';
export type { FindContent } from './contents';
export { ArchiveNames } from './names';
export { ZipRecords } from './records';
