export const auditCalls = {}
