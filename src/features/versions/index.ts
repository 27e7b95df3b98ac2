export { handlers } from './handler';
export { versionsOfFile } from './serve/versionsOfFile';
