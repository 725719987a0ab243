import { flashCookie } from '../../../domain/account/flash.ts'
import { cloudCookies } from '../../../domain/cloud-cookies.ts'
import { CLOUD_QUERY_PREFIX } from '../../../domain/constants.ts'
import { defaultPath } from '../../../domain/menu.ts'
import type { Site, SiteCloud } from '../../../edition/edition.ts'
import { exactly, literal, mapBlock, quoted } from './nginx-text.ts'

/** G-11, G-14, G-15: the reader's cloud, from the cookie or `?cloud=`, and where it leads. */
export function cloudMaps({ clouds }: Pick<Site, 'clouds'>, { isHttps }: { isHttps: boolean }): string[] {
  const byDomain = (value: (cloud: SiteCloud) => string) =>
    clouds.map((cloud) => [quoted(`~^${exactly(cloud.domain)}$`), value(cloud)] as const)
  const [first] = clouds
  const domains = clouds.map(({ domain }) => exactly(domain)).join('|')
  return [
    mapBlock('$cookie_cloud', '$candor_chosen', [
      ['default', literal(first?.domain ?? '')],
      ...clouds.map(
        ({ machine_name, domain }) => [quoted(`~^${exactly(machine_name)}$`), literal(domain)] as const,
      ),
    ]),
    mapBlock('$candor_chosen', '$candor_chosen_name', [
      ['default', '""'],
      ...byDomain(({ machine_name }) => literal(machine_name)),
    ]),
    mapBlock('$candor_chosen', '$candor_home', [
      ['default', '/'],
      ...byDomain((cloud) => literal(defaultPath(cloud))),
    ]),
    mapBlock('$arg_cloud', '$candor_asked', [
      ['default', '""'],
      ...clouds.map(
        ({ domain, machine_name }) =>
          [quoted(`~*^${asked({ domain, machine_name })}$`), literal(domain)] as const,
      ),
    ]),
    mapBlock('$candor_asked $candor_path', '$candor_asked_path', [
      ['default', '""'],
      [quoted('~^ /$'), '$candor_home'],
      [quoted('~^ (/posts/.*)$'), '"/$candor_chosen$1"'],
      [quoted('~^ (/.*)$'), '$1'],
      ...clouds.map(
        (cloud) => [quoted(`~^${exactly(cloud.domain)} /$`), literal(defaultPath(cloud))] as const,
      ),
      [quoted('~^([^ ]+) (/posts/.*)$'), '"/$1$2"'],
      // G-16: a notification is the same on every cloud.
      [quoted(`~^[^ ]+ (/(?:${domains})/notification/.*)$`), '$1'],
      [quoted(`~^([^ ]+) /(?:${domains})(/.*)?$`), '"/$1$2"'],
      [quoted('~^[^ ]+ (/.*)$'), '$1'],
    ]),
    mapBlock('$args', '$candor_rest', [
      ['default', '""'],
      [quoted('~^cloud(?:=[^&]*)?&(.+)$'), '"?$1"'],
      [quoted('~^(.+?)&cloud(?:=[^&]*)?(&.*)?$'), '"?$1$2"'],
    ]),
    mapBlock('$candor_asked', '$candor_notice', [
      ['default', '""'],
      ['""', literal(flashCookie('unknown-cloud', { isSecure: isHttps }))],
    ]),
    ...[0, 1].map((at) =>
      mapBlock('$candor_asked', `$candor_cookie_${at}`, [
        ['default', '""'],
        ...byDomain((cloud) => literal(cloudCookies(cloud, isHttps)[at] ?? '')),
      ]),
    ),
  ]
}

/** Matches the values that `cloudOfQuery` accepts. */
function asked({ domain, machine_name }: Pick<SiteCloud, 'domain' | 'machine_name'>) {
  const prefix = exactly(CLOUD_QUERY_PREFIX)
  return `(?:${prefix}${exactly(domain)}|(?:${prefix})?${exactly(machine_name)})`
}
