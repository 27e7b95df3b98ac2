export { handlers, wantedEntries } from './handler';
