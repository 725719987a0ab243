export const figureCalls = {}
