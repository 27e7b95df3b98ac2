export { memberOf } from './directoryEntries';
export { directoryMaking } from './makeChange';
export { readDirectory } from './readDirectory';
