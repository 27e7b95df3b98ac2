export { appendToFile } from './appendToFile';
export { coveredVersions } from './coveredVersions';
