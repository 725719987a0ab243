export const suppressionHandlers = {}
