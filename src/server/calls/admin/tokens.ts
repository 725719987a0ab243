export const apiTokenHandlers = {}
