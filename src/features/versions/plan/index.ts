export { distinctVersions, oldestFirst, orderOf, storedContents, versionsOf } from './fileVersions';
