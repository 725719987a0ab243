/**
 * For a server that gets several requests from a test. Node closes a connection that is idle for five
 * seconds; a process that stalled for as long would then send its next request on a connection that is
 * about to end.
 */
export const CLIENTS_HANG_UP = { keepAliveTimeout: 0 }
