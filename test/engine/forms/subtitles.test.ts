import { Workflow, type INodeType, type INodeTypes } from 'n8n-workflow';
import { FileLibrary } from '../../../nodes/FileLibrary/FileLibrary.node';
import { FileLibraryActivityTrigger } from '../../../nodes/FileLibraryActivityTrigger/FileLibraryActivityTrigger.node';
import { FileLibraryPreviewTrigger } from '../../../nodes/FileLibraryPreviewTrigger/FileLibraryPreviewTrigger.node';
import { FileLibraryTrigger } from '../../../nodes/FileLibraryTrigger/FileLibraryTrigger.node';

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
	const shown = workflow.getNode('N');
	if (!shown) throw new Error('no node');
	return workflow.expression.getSimpleParameterValue(
		shown,
		nodeType.description.subtitle,
		'internal',
		{},
		undefined,
		'',
	);
}

test.each([
	['file', 'upload', 'Upload: file'],
	['recycleBin', 'getMany', 'Get many: recycle bin'],
	['copyTask', 'get', 'Get: copy task'],
	['folder', 'mirror', 'Mirror: folder'],
	['link', 'closeMany', 'Close many: link'],
	['permission', 'getTable', 'Get table: permission'],
	['file', 'waitForReading', 'Wait for reading: file'],
])('%s, %s', (resource, operation, words) =>
	expect(subtitleOf(new FileLibrary(), { resource, operation })).toBe(words),
);

test('a trigger says its events in words', () => {
	const trigger = new FileLibraryTrigger();
	expect(subtitleOf(trigger, { events: ['any'] })).toBe('Any Change');
	expect(subtitleOf(trigger, { events: ['fileCreated', 'moved'] })).toBe('File Created, Moved or Renamed');
	expect(subtitleOf(trigger, { events: [] })).toBe('');
	expect(subtitleOf(new FileLibraryPreviewTrigger(), { events: ['page', 'progress'] })).toBe(
		'Document Pages, Video and Audio Playback',
	);
	const activities = new FileLibraryActivityTrigger();
	expect(subtitleOf(activities, { events: ['downloaded', 'linkDownloaded'] })).toBe('Downloaded, Downloaded by Link');
});
