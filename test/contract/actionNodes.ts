import type { INodeType } from 'n8n-workflow';
import { FileLibrary } from '../../nodes/FileLibrary/FileLibrary.node';
import { FileLibraryActivityTrigger } from '../../nodes/FileLibraryActivityTrigger/FileLibraryActivityTrigger.node';
import { FileLibraryAdmin } from '../../nodes/FileLibraryAdmin/FileLibraryAdmin.node';
import { FileLibraryPartner } from '../../nodes/FileLibraryPartner/FileLibraryPartner.node';
import { FileLibraryPreviewTrigger } from '../../nodes/FileLibraryPreviewTrigger/FileLibraryPreviewTrigger.node';
import { FileLibraryTrigger } from '../../nodes/FileLibraryTrigger/FileLibraryTrigger.node';
import { FileLibraryUser } from '../../nodes/FileLibraryUser/FileLibraryUser.node';

/* The nodes, once for all test files of a process: making the form of one takes milliseconds. */

export const actionNodes = {
	fileLibrary: new FileLibrary(),
	fileLibraryAdmin: new FileLibraryAdmin(),
	fileLibraryPartner: new FileLibraryPartner(),
	fileLibraryUser: new FileLibraryUser(),
};

export const triggerNodes = {
	fileLibraryTrigger: new FileLibraryTrigger(),
	fileLibraryActivityTrigger: new FileLibraryActivityTrigger(),
	fileLibraryPreviewTrigger: new FileLibraryPreviewTrigger(),
};

export const allNodes: readonly INodeType[] = [...Object.values(actionNodes), ...Object.values(triggerNodes)];
