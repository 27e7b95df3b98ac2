export { handlers } from './handler';
export { addReadingRequest, readingRequests, readingRequestsIn, takeReadingRequests } from './serve/waitForReading';
export { readingWebhook } from './serve/webhook';
