export const siteHandlers = {}
