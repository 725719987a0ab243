/** G-20: without the global data there is no shell to show a page in. */
export class GlobalLoadFailed extends Error {}
