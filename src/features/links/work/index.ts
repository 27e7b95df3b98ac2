export { closing } from './links';
