export { writeArchive } from './archive';
export type { FindContent } from './arrivingFiles';
export { ArchiveNames } from './names';
export { ZipRecords } from './records';
