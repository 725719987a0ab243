export const importHandlers = {}
