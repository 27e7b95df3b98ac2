import type { Caller } from '../../../client/service/call';
import { withSilence } from '../../../client/service/callerVariants';
import { readLibraryPeople, type LibraryPeople } from '../../../client/permissionTable/libraryPeople';
import { callerOf } from '../../credentials/caller';
import { chosenLibrary, isByEnterprise } from '../../credentials/libraryCaller';
import type { Job } from '../job';

/**
 * Who takes part in the library of the node, with names and roles; undefined for a library authorization, which is not
 * told. Throws what `callerOf` and `readLibraryPeople` throw.
 */
export async function tablePeople({ context, form, item, silenceMs }: Job): Promise<LibraryPeople | undefined> {
	if (!isByEnterprise(form.get('authentication', item))) return undefined;
	const enterprise: Caller = withSilence(await callerOf(context, 'enterprise', item), silenceMs);
	return await readLibraryPeople(enterprise, chosenLibrary(form.get('library', item)));
}
