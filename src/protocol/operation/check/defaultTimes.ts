import type { JsonObject } from '../../wire/json';
import type { DateField, Fields } from '../fields';
import { isDate } from './date';

/**
 * The checked values of a form with the times that stand for empty fields: the current one (`now`, Unix milliseconds),
 * or one that lies before that of another field. Other values stay as they are.
 */
export function withDefaultTimes(fields: Fields, checked: JsonObject, now: number): JsonObject {
	if (!Object.values(fields).some((field) => field.kind === 'date' && field.whenEmpty !== undefined)) return checked;
	const empty = Object.entries(fields).filter(([key]) => checked[key] === undefined);
	const timeOf = (key: string): Date | undefined => {
		const [value, field] = [checked[key], fields[key]];
		if (value !== undefined) return isDate(value) ? value : undefined;
		return field?.kind === 'date' ? timeFor(field) : undefined;
	};
	const timeFor = ({ whenEmpty }: DateField<boolean, Date | string>): Date | undefined => {
		if (whenEmpty === undefined) return undefined;
		if (whenEmpty === 'now') return new Date(now);
		const end = timeOf(whenEmpty.before);
		return end && new Date(end.getTime() - whenEmpty.ms);
	};
	const times = empty.map(([key]): [string, Date | undefined] => [key, timeOf(key)]);
	return { ...checked, ...Object.fromEntries(times.filter(([, time]) => time !== undefined)) };
}
