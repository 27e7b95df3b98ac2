export { appendToFile } from './appendToFile';
export { coveredVersions } from './owedLines';
