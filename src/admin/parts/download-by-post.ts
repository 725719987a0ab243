import { readableSession } from '../../domain/account/session-cookies.ts'
import { showToast } from '../../ui/toast/toast.ts'

/** Downloads a file by POST, because creating it is audited. The browser holds the whole file in memory. */
export async function downloadByPost(
  path: string,
  { body, name, ending }: { body: object; name: string; ending: string },
): Promise<void> {
  const response = await fetch(path, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-csrf-token': readableSession(document.cookie)?.csrf ?? '',
    },
    body: JSON.stringify(body),
  }).catch(() => undefined)
  const file = response?.ok === true ? await response.blob().catch(() => undefined) : undefined
  if (file === undefined)
    return void showToast('The file could not be created. Please try again.', { isProblem: true })
  const link = document.createElement('a')
  link.href = URL.createObjectURL(file)
  link.download = `${name}-${new Date().toISOString().slice(0, 10)}.${ending}`
  link.click()
  URL.revokeObjectURL(link.href)
}
