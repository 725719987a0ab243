export const suppressionCalls = {}
