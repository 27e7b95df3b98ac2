export { handlers } from './handler';
export { buildItems, classifyChanges, isClassified, type PendingChange } from './serve/items';
export { changeTrigger, pollLibrary } from './trigger';
