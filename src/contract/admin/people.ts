export const peopleCalls = {}
