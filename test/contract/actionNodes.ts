import { FileLibrary } from '../../nodes/FileLibrary/FileLibrary.node';
import { FileLibraryAdmin } from '../../nodes/FileLibraryAdmin/FileLibraryAdmin.node';
import { FileLibraryPartner } from '../../nodes/FileLibraryPartner/FileLibraryPartner.node';
import { FileLibraryUser } from '../../nodes/FileLibraryUser/FileLibraryUser.node';

/** The nodes with operations, once for all test files of a process: making the form of one takes milliseconds. */
export const actionNodes = {
	fileLibrary: new FileLibrary(),
	fileLibraryAdmin: new FileLibraryAdmin(),
	fileLibraryPartner: new FileLibraryPartner(),
	fileLibraryUser: new FileLibraryUser(),
};
