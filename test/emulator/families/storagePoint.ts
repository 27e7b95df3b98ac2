import { codes, ServiceFailure } from '../http/errors';
import { defaulted, type Kind } from '../http/parameters';
import { storagePoints } from '../store/enterprise/enterprise';

/** fact, error codes: 40051 for a storage point that does not exist. */
const known: Kind<string> = (raw) => {
	if (!storagePoints.some((point) => point === raw))
		throw new ServiceFailure(codes.noStoragePoint, `storage point '${raw}' does not exist`);
	return raw;
};

/** The storage point of a new library. */
export const storagePoint = defaulted(known, storagePoints[0]);
