export const tokenCalls = {}
