export const seriesCalls = {}
