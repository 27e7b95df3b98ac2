export { closeLink } from './entries';
export { handlers } from './handler';
export { openLinks } from './serve/openLinks';
