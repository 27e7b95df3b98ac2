export { handlers } from './handler';
export { addReadingRequest, readingRequests, readingRequestsIn, takeReadingRequests } from './serve/waitingEntry';
export { readingWebhook } from './serve/webhook';
