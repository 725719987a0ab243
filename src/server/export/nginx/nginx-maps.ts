import { publicReads, type ReadPath } from '../../../contract/public-reads.ts'
import { FEEDS } from '../../../domain/feed-name.ts'
import type { Site } from '../../../edition/edition.ts'
import { FEED_PATH } from '../../answers/make-feed.ts'
import { OF_ONE_READER } from '../../answers/make-read.ts'
import type { Crawled } from '../crawl-site.ts'
import { type AnswerKind, ENDINGS, FIRST_PAGE, NEUTRAL } from '../file-of.ts'
import { cloudMaps } from './cloud-maps.ts'
import { PARAMETERS_OF_DOCUMENTS } from './nginx-programs.ts'
import { exactly, literal, mapBlock, quoted } from './nginx-text.ts'

const PARAMETERS_OF_FORMS = ['category', 'datacenter', 'period', 'region', 'search']
/** Pages and reads with one of these are never exported: they are for one reader, or of the past. */
const NEVER_EXPORTED = ['address', 'at', 'edition', 'mine', 'post']
const FEED_PARAMETERS = ['cloud', 'items', 'mine']
const CSV_PARAMETERS = ['category', 'period', 'region']
/** Values as in URLs, without anything that could leave a folder. */
const VALUE = '[\\w*.,+%-]{1,1200}'

export interface MapsOptions {
  site: Site
  isHttps: boolean
  crawled: Crawled
}

export function nginxMaps({ site, isHttps, crawled }: MapsOptions): string {
  const isExported = (name: string) => !NEVER_EXPORTED.includes(name)
  const pageParameters = [...crawled.pageParameters, ...PARAMETERS_OF_FORMS].filter(isExported)
  const readParameters = EXPORTED_READS.flatMap(({ query }) => Object.keys(query.properties)).filter(
    isExported,
  )
  const documentParameters = [...PARAMETERS_OF_DOCUMENTS, ...crawled.documentParameters]
  return [
    '# Written by export-static, and replaced by every export. Include it in the http block.',
    encodings(),
    mapBlock('$request_uri', '$candor_path', [
      ['default', '/'],
      [quoted('~^(/[^?]*)'), '$1'],
    ]),
    ...parameters([
      ...pageParameters,
      ...readParameters,
      ...FEED_PARAMETERS,
      ...CSV_PARAMETERS,
      ...documentParameters,
    ]),
    view('page', pageParameters, UNAVAILABLE),
    view('read', readParameters, UNAVAILABLE),
    view('rss', FEED_PARAMETERS),
    view('csv', CSV_PARAMETERS),
    view('document', documentParameters),
    fileMap('page', crawled),
    fileMap('read', crawled),
    ...feeds(),
    ...elsewhere(site, crawled),
    ...cloudMaps(site, { isHttps }),
    ...faults(),
    '',
  ].join('\n\n')
}

const EXPORTED_READS = Object.entries(publicReads).flatMap(([path, read]) =>
  OF_ONE_READER.has(path as ReadPath) ? [] : [read],
)

/** No file has this name. Of several data centers, nginx sees only the first, whose list would be wrong. */
const UNAVAILABLE = [
  [quoted(`~(?:^|&)(?:${NEVER_EXPORTED.join('|')})=[^&]`), '"&unavailable"'],
  [quoted('~(?:^|&)datacenter=.*&datacenter='), '"&unavailable"'],
] as const

/** Any nginx can serve precompressed Brotli files this way. Its Brotli module is rarely installed. */
function encodings() {
  const accepted = '~*(?:^|,)\\s*br\\s*(?:;(?!\\s*q=0(?:\\.0*)?\\s*(?:,|$))[^,]*)?(?:,|$)'
  return [
    mapBlock('$http_accept_encoding', '$candor_br', [
      ['default', '""'],
      [quoted(accepted), '".br"'],
    ]),
    mapBlock('$uri', '$candor_encoding', [
      ['default', '""'],
      [quoted('~\\.br$'), 'br'],
    ]),
  ].join('\n\n')
}

/** `$candor_q_category`: `&category=3`, or empty for the default value. */
function parameters(names: readonly string[]): string[] {
  const map = (name: string, variable: string, neutral: string | undefined) =>
    mapBlock(`$arg_${name}`, variable, [
      ['default', '""'],
      ...(neutral === undefined ? [] : [[quoted(neutral), '""'] as const]),
      [quoted(`~^(${VALUE})$`), quoted(`&${name}=$1`)],
    ])
  return [...new Set(names)]
    .sort()
    .flatMap((name) =>
      name === 'page'
        ? (['page', 'read'] as const).map((kind) => map(name, pageOf(kind), FIRST_PAGE[kind]))
        : [map(name, `$candor_q_${name}`, NEUTRAL[name])],
    )
}

function pageOf(kind: AnswerKind) {
  return `$candor_${kind}_no`
}

function view(
  kind: AnswerKind,
  names: readonly string[],
  special: readonly (readonly [string, string])[] = [],
): string {
  const parts = [...new Set(names)]
    .sort()
    .map((name) => (name === 'page' ? pageOf(kind) : `$candor_q_${name}`))
  return mapBlock('$args', `$candor_${kind}_view`, [
    ['""', '""'],
    ...special,
    ['default', quoted(parts.join(''))],
  ])
}

function fileMap(kind: 'page' | 'read', { long }: Crawled): string {
  const wanted = `\${uri}\${candor_${kind}_view}${ENDINGS[kind]}`
  return mapBlock(wanted, `$candor_${kind}`, [
    ['default', quoted(wanted)],
    ...long
      .filter(({ file }) => file.endsWith(ENDINGS[kind]))
      .map((named) => [quoted(`~^${exactly(named.wanted)}$`), literal(named.file)] as const),
  ])
}

/** Both names of a feed lead to one file. Its format is its extension. */
function feeds(): string[] {
  const names = Object.values(FEEDS).flatMap((feed) => {
    const { name } = feed
    const isNamedTwice = 'notificationType' in feed && feed.notificationType !== name
    return isNamedTwice ? [[feed.notificationType, name] as const] : []
  })
  return [
    mapBlock('$uri', '$candor_feed_path', [
      ['default', '$uri'],
      [quoted(`~^${FEED_PATH}$`), `${FEED_PATH}/${FEEDS.incidents.name}`],
      ...names.map(
        ([other, name]) => [quoted(`~^${FEED_PATH}/${exactly(other)}$`), `${FEED_PATH}/${name}`] as const,
      ),
    ]),
    mapBlock('$arg_format$arg__format', '$candor_feed_format', [
      ['""', 'rss'],
      ['rss', 'rss'],
      ['atom', 'atom'],
      ['json', 'jsonfeed'],
      ['default', 'none'],
    ]),
  ]
}

function elsewhere({ clouds, menu }: Site, { moved }: Crawled): string[] {
  const timelines = menu.main_menu
    .flatMap((item) => item.sub_menus ?? [item])
    .filter(({ component, deep_link }) => component === 'cloud_status' && deep_link)
    .map(({ route }) => (route === '/' ? '' : route))
  const domains = clouds.map(({ domain }) => exactly(domain)).join('|')
  return [
    mapBlock('$uri', '$candor_moved', [
      ['default', '""'],
      // One entry each: nginx allows at most 4 kB per word.
      ...[...moved].map(
        ([path, { location }]) => [quoted(`~^${exactly(path)}$`), literal(location)] as const,
      ),
    ]),
    mapBlock('$candor_path', '$candor_trimmed', [
      ['default', '""'],
      [quoted('~^(/.*[^/])/+$'), '$1'],
    ]),
    mapBlock('$uri $arg_post', '$candor_post', [
      ['default', '""'],
      [quoted(`~^/(${domains})(?:${timelines.map(exactly).join('|')}) ([1-9]\\d{0,9})$`), '"/$1/posts/$2"'],
    ]),
    mapBlock('$arg_date', '$candor_month', [
      ['default', 'none'],
      [quoted('~^(\\d{4}-\\d\\d)-\\d\\d$'), '$1'],
    ]),
    // A day without a file has no records.
    mapBlock('$candor_read_view', '$candor_empty_day', [
      ['default', 'none'],
      [quoted('~^&cloud=(\\w+)&date=\\d{4}-\\d\\d-\\d\\d$'), '$1'],
    ]),
    mapBlock('$uri', '$candor_missing', [
      ['default', '/.errors/html/404.html'],
      [quoted(`~^/(${domains})(?:/|$)`), '"/.errors/html/404/$1.html"'],
    ]),
  ]
}

function faults(): string[] {
  return [
    mapBlock('$request_method $http_content_type', '$candor_fault', [
      ['default', 'json'],
      [quoted('~^(?:GET|HEAD) '), 'html'],
      [quoted('~^POST application/x-www-form-urlencoded'), 'html'],
    ]),
    mapBlock('$status', '$candor_retry_after', [
      ['default', '""'],
      ['503', '300'],
    ]),
    mapBlock('$status', '$candor_allow', [
      ['default', '""'],
      ['405', '"GET, HEAD"'],
    ]),
  ]
}
