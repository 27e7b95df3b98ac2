export { mirrorFolder } from './entries';
export { handlers } from './handler';
