export { fileHistory, fileVersions, type Restoration, restoreVersion, storeVersion } from './restoreVersion';
