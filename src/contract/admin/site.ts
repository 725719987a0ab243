export const siteCalls = {}
