import { handlers as changes } from './features/changes';
import { handlers as directory } from './features/directory';
import { handlers as folderList } from './features/folderList';
import { handlers as links } from './features/links';
import { handlers as mirror } from './features/mirror';
import { handlers as permissionTable } from './features/permissionTable';
import { handlers as places } from './features/places';
import { handlers as preview } from './features/preview';
import { handlers as reading } from './features/reading';
import { handlers as recycleBin } from './features/recycleBin';
import { handlers as restore } from './features/restore';
import { handlers as signOn } from './features/signOn';
import { handlers as transfer } from './features/transfer';
import { handlers as versions } from './features/versions';
import { handlers as zip } from './features/zip';
import { catalogue } from './entries';
import { handlersFor } from './n8n/execute/job';
import { plainOperation } from './n8n/execute/plainOperation';

/* What carries out the operations that are more than one signed call: a line for each feature. */

/** What carries out an operation. */
export const handlerOf = handlersFor(catalogue, plainOperation, [
	...changes,
	...directory,
	...folderList,
	...links,
	...mirror,
	...permissionTable,
	...places,
	...preview,
	...reading,
	...recycleBin,
	...restore,
	...signOn,
	...transfer,
	...versions,
	...zip,
]);
