export { memberOf, readDirectory } from './readDirectory';
export { directoryMaking } from './makeChange';
