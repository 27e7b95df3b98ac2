export { readTable } from './readTable';
export { TableMaking } from './makeTableChange';
export { type LibraryPeople, makePlaceReader, readLibraryPeople } from './placeReader';
export { placeRows, readTableFacts } from './tableFacts';
