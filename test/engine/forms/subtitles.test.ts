import { Workflow, type INodeType, type INodeTypes } from 'n8n-workflow';
import { actionNodes, triggerNodes } from '../../contract/actionNodes';

/* What nodes show under their names, evaluated as the editor does. */

function subtitleOf(nodeType: INodeType, parameters: Record<string, unknown>): unknown {
	const nodeTypes = { getByName: () => nodeType, getByNameAndVersion: () => nodeType, getKnownTypes: () => ({}) };
	const node = { id: '1', name: 'N', type: 'n', typeVersion: 1, position: [0, 0] as [number, number] };
	const workflow = new Workflow({
		nodes: [{ ...node, parameters: parameters as never }],
		connections: {},
		active: false,
		nodeTypes: nodeTypes satisfies INodeTypes,
	});
	const { subtitle } = nodeType.description;
	return workflow.expression.getSimpleParameterValue(workflow.getNode('N')!, subtitle, 'internal', {}, undefined, '');
}

test.each([
	['recycleBin', 'getMany', 'Get many: recycle bin'],
	['folder', 'mirror', 'Mirror · dry run: folder'],
	['permission', 'getTable', 'Get table: permission'],
	['folder', 'downloadZip', 'Download as ZIP: folder'],
	['recycleBin', 'empty', 'Delete many permanently · dry run: recycle bin'],
	['folderPermission', 'getFolder', 'Get direct permissions: folder permission (classic)'],
])('%s, %s', (resource, operation, words) =>
	expect(subtitleOf(actionNodes.fileLibrary, { resource, operation })).toBe(words),
);

test('a run that changes something is no dry run', () => {
	const shown = (dryRun: boolean) =>
		subtitleOf(actionNodes.fileLibrary, { resource: 'folder', operation: 'mirror', dryRun });
	expect([shown(true), shown(false)]).toEqual(['Mirror · dry run: folder', 'Mirror: folder']);
	// A value that another operation has left behind.
	expect(subtitleOf(actionNodes.fileLibrary, { resource: 'file', operation: 'get', dryRun: true })).toBe('Get: file');
});

test('a trigger says its events in words', () => {
	const trigger = triggerNodes.fileLibraryTrigger;
	expect(subtitleOf(trigger, { events: ['any'] })).toBe('Any Change');
	expect(subtitleOf(trigger, { events: ['fileCreated', 'moved'] })).toBe('File Created, Moved or Renamed');
	expect(subtitleOf(trigger, { events: [] })).toBe('');
	const preview = subtitleOf(triggerNodes.fileLibraryPreviewTrigger, { events: ['page', 'progress'] });
	expect(preview).toBe('Document Pages, Video and Audio Playback');
	const activities = triggerNodes.fileLibraryActivityTrigger;
	expect(subtitleOf(activities, { events: ['downloaded', 'linkDownloaded'] })).toBe('Downloaded, Downloaded by Link');
});
