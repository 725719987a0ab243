export function today(now = new Date()): string {
  return now.toISOString().slice(0, 'yyyy-mm-dd'.length)
}
