export { type LibraryPeople, readLibraryPeople } from './libraryPeople';
export { tableMaking } from './makeTableChange';
export { makePlaceReader } from './placeReader';
export { placeRows } from './placedRows';
export { readTable } from './readTable';
export { readTableFacts } from './tableFacts';
