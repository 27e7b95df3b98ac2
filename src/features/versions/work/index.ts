export { fileHistory, fileVersions } from './fileHistory';
export { type Restoration, restoreVersion } from './restoreVersion';
