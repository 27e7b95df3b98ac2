export { closeLink } from './entries';
export { handlers, openLinks } from './handler';
