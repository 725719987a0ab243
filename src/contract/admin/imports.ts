export const importCalls = {}
