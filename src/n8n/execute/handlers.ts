/*
 * The handlers of operations that are more than one signed call: each under the name by which entries of the catalogue
 * ask for it, which is the path of its file below src/n8n/operations. A name without a handler does not compile
 * (run.ts).
 */

export { handler as 'directory/synchronize' } from '../operations/directory/synchronize';
export { handler as 'links/closeMany' } from '../operations/links/closeMany';
export { handler as 'links/listLinks' } from '../operations/links/listLinks';
export { handler as 'listing/downloadZip' } from '../operations/listing/downloadZip';
export { handler as 'listing/listChanges' } from '../operations/listing/listChanges';
export { handler as 'listing/listTree' } from '../operations/listing/listTree';
export { handler as 'mirror/mirror' } from '../operations/mirror/mirror';
export { handler as 'permissionTable/applyTable' } from '../operations/permissionTable/applyTable';
export { handler as 'permissionTable/getTable' } from '../operations/permissionTable/getTable';
export { handler as 'places/copies' } from '../operations/places/copies';
export { handler as 'places/createFolder' } from '../operations/places/createFolder';
export { handler as 'places/get' } from '../operations/places/get';
export { handler as 'places/moveOrCopy' } from '../operations/places/moveOrCopy';
export { handler as 'reading/closeReading' } from '../operations/reading/closeReading';
export { handler as 'reading/readingLink' } from '../operations/reading/readingLink';
export { handler as 'reading/viewerLink' } from '../operations/reading/viewerLink';
export { handler as 'reading/waitForReading' } from '../operations/reading/waitForReading';
export { handler as 'recycleBin/emptyBin' } from '../operations/recycleBin/emptyBin';
export { handler as 'recycleBin/restore' } from '../operations/recycleBin/restore';
export { handler as 'signOn/key' } from '../operations/signOn/key';
export { handler as 'signOn/loginUrl' } from '../operations/signOn/loginUrl';
export { handler as 'signOn/token' } from '../operations/signOn/token';
export { handler as 'transfer/createText' } from '../operations/transfer/createText';
export { handler as 'transfer/download' } from '../operations/transfer/download';
export { handler as 'transfer/upload' } from '../operations/transfer/upload';
export { handler as 'versions/restoreVersion' } from '../operations/versions/restoreVersion';
