import { equal, ok } from 'node:assert/strict';
import fc from 'fast-check';
import { readingRequestsIn } from '../../src/n8n/context/waitingEntry';
import {
	isComplete,
	itemsOfResumedWait,
	readingItemsIn,
	whenTimeIsOver,
} from '../../src/protocol/reading/readingState';
import { nothingInherited } from '../support/check';
import { property } from '../support/property';
import { broken } from '../support/arbitraries';

/* What n8n kept of an execution that waits for readers. */

const REQUEST = {
	id: 'r1',
	execution: '7',
	viewer: 'ann',
	file: 'h',
	ask: 'read',
	comment: true,
	issued: 1,
	fullpath: 'a/b',
	filename: 'b',
	check: 'c',
	run: 'n',
	item: 0,
	taken: true,
};
const ITEM = {
	reading_id: 'r1',
	viewer: 'ann',
	ask: 'read',
	outcome: 'pending',
	hash: 'h',
	filehash: 'aa',
	version_number: 1,
	seen_filehash: 'aa',
	answered_filehash: null,
	answered_version_number: null,
	changed: false,
	fullpath: 'a/b',
	filename: 'b',
	pages_read: [1],
	pages: 2,
	opened_at: null,
	answered_at: null,
	comment: 'Fine',
	due_at: null,
	still_waiting: true,
};

property({
	promise: 'whatever is saved of a wait for readers is read as links and items, or not at all',
	count: 900,
	cases: fc.tuple(broken({ fileLibraryReading: [REQUEST] }), broken([ITEM, ITEM])),
	keeps: ([flow, jsons]) => {
		const shared = typeof flow === 'object' && flow !== null ? (flow as Record<string, unknown>) : {};
		for (const { id, execution } of readingRequestsIn(shared)) equal(typeof id + typeof execution, 'stringstring');
		const list: unknown[] = Array.isArray(jsons) ? jsons : [jsons];
		const items = readingItemsIn(list);
		ok(items === undefined || items.length === list.length);
		if (items) for (const item of whenTimeIsOver(items)) ok(item.outcome !== 'pending');
		const objects = list.filter((one): one is Record<string, unknown> => typeof one === 'object' && one !== null);
		const resumed = itemsOfResumedWait(objects);
		if (resumed) isComplete(resumed, 'all');
		nothingInherited();
	},
});
