export { handlers, versionsOfFile } from './handler';
