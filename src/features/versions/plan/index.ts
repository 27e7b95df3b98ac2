export { distinctVersions, storedContents, versionsOf } from './fileVersions';
