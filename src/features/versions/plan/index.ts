export { distinctVersions, oldestFirst, storedContents, versionsOf } from './fileVersions';
