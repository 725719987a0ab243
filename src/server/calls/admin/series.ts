export const seriesHandlers = {}
