export { emptying } from './emptyBin';
