export const peopleHandlers = {}
