export { fileHistory, fileVersions, type Restoration, restoreVersion } from './restoreVersion';
