export { upload } from './entries';
export { handlers } from './handler';
export { handler } from './serve/createText';
