export function cloudWords(id: number | null, clouds: readonly { id: number; title: string }[]): string {
  if (id === null) return 'Every cloud'
  return clouds.find((cloud) => cloud.id === id)?.title ?? `Cloud ${id}`
}
