export const templateCalls = {}
