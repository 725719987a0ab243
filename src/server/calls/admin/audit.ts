export const auditHandlers = {}
