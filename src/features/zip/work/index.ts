export { writeArchive } from './archive';
export type { ArchiveEntry, FindContent } from './arrivingFiles';
export { ArchiveNames } from './names';
export { ZipRecords } from './records';
