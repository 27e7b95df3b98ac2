import { codes, ServiceFailure } from '../http/errors';
import { defaulted, int, type Kind } from '../http/parameters';
import { storagePoints } from '../store/enterprise/enterprise';

/** fact, error codes: 40051 for a storage point that does not exist. */
const known: Kind<string> = (raw) => {
	if (!storagePoints.some((point) => point === raw))
		throw new ServiceFailure(codes.noStoragePoint, `storage point '${raw}' does not exist`);
	return raw;
};

/** The storage point of a new library. */
export const storagePoint = defaulted(known, storagePoints[0]);

/** doc: the default page size of files is 100. assumed (A14): `start` counts entries, and there is no largest size. */
export const page = { start: defaulted(int(0), 0), size: defaulted(int(1), 100) };

/** doc: the default page size of members and of history is 20. */
export const shortPage = { start: defaulted(int(0), 0), size: defaulted(int(1), 20) };

/** doc: the page size of logs and partner lists is at most 1000. */
export const limitedPage = { start: defaulted(int(0), 0), size: defaulted(int(1, 1000), 100) };

/** The page of a list. */
export function pageOf<T>(items: readonly T[], { start, size }: { start: number; size: number }): T[] {
	return items.slice(start, start + size);
}
