import { type LinkPurpose, makeOneTimeLink } from '../../src/accounts/links/one-time-link.ts'
import { type AccountSite, SITE } from './account-site.ts'
import type { TestAccount } from './make-account.ts'
import type { TestBrowser } from './test-browser.ts'

export function post(
  browser: TestBrowser,
  path: string,
  fields: Record<string, string>,
  headers: Record<string, string> = {},
) {
  return browser.post(path, new URLSearchParams(fields).toString(), {
    'content-type': 'application/x-www-form-urlencoded',
    'x-csrf-token': undefined,
    ...headers,
  })
}

export function read(body: string) {
  const main = /<main[^>]*>(.*)<\/main>/s.exec(body)?.[1] ?? ''
  const alert = /role="alert"[^>]*>(.*?)<\/div><\/div>/s.exec(main)?.[1]
  return { body, text: textOf(main), alert: alert === undefined ? undefined : textOf(alert) }
}

export function errorUnder(body: string, name: string): string | undefined {
  const field = [...body.matchAll(/<input[^>]*>/g)].find(([tag]) => tag.includes(`name="${name}"`))?.[0] ?? ''
  if (!field.includes('aria-invalid="true"')) return undefined
  const id = /aria-describedby="([^" ]+)/.exec(field)?.[1] ?? 'none'
  return textOf(body.slice(body.indexOf(`<p id="${id}"`)).split('</p>')[0] ?? '')
}

export function describedAt(body: string, name: string): string[] {
  const field = [...body.matchAll(/<input[^>]*>/g)].find(([tag]) => tag.includes(`name="${name}"`))?.[0] ?? ''
  const ids = /aria-describedby="([^"]+)"/.exec(field)?.[1]?.split(' ') ?? []
  return ids.map((id) => textOf(body.slice(body.indexOf(`<p id="${id}"`)).split('</p>')[0] ?? ''))
}

export function autofocused(body: string) {
  return body.match(/<[^>]* autofocus=""[^>]*>/gi)?.join()
}

function textOf(html: string) {
  return html
    .replace(/<[^>]*>/g, '')
    .replaceAll('&amp;', '&')
    .trim()
}

export async function linkFor(
  { database, clock }: AccountSite,
  purpose: LinkPurpose,
  { uid, email }: Pick<TestAccount, 'uid' | 'email'>,
): Promise<string> {
  const of = { purpose, userId: uid, email, publicUrl: SITE, now: clock.now }
  const { link } = await makeOneTimeLink(database.db, of)
  return link.slice(SITE.length)
}
