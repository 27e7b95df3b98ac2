export { handlers } from './handler';
