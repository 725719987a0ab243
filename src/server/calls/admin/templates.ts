export const templateHandlers = {}
