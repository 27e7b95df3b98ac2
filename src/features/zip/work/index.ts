export { writeArchive } from './archive';
export type { ReceiveFile } from './arrivingFiles';
export { ArchiveNames } from './names';
export { ZipRecords } from './records';
