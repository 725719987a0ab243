export const figureHandlers = {}
