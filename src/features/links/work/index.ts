export { closing } from './closeLinks';
