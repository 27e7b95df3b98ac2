export { pollActivities } from './trigger';
