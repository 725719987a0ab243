import { ACCOUNT_CALLS, SIGN_ON_FOLDERS } from '../../../domain/account/account-calls.ts'
import { protectedPage } from '../../../domain/account/protected-page.ts'
import { settingsPath } from '../../../domain/account/settings-address.ts'
import {
  ATTACHMENT_TYPES,
  ATTACHMENTS_PATH,
  type AttachmentType,
  contentTypeOfAttachment,
} from '../../../domain/images/attachment-name.ts'
import { contentTypeOfImage, IMAGES_PATH, type ImageType } from '../../../domain/images/image-name.ts'
import { LOG_PATH } from '../../../domain/machine-paths.ts'
import { BRAND_STYLE_PATH } from '../../../edition/brand/brand-style.ts'
import { headersOfFile } from '../../answers/assets.ts'
import { ATTACHMENT_POLICY } from '../../answers/make-image.ts'
import { FILE_CACHE, IMMUTABLE_CACHE, PRIVATE_CACHE } from '../../http/cache-control.ts'
import { OPEN_TO_ALL } from '../../http/security-headers.ts'
import { ENDINGS } from '../file-of.ts'
import { CURRENT, PREVIOUS, SITE } from '../release.ts'
import { nginxDocuments, nginxPrograms } from './nginx-programs.ts'
import {
  block,
  type Headers,
  HTML_TYPE,
  JSON_FAULTS,
  JSON_TYPE,
  literal,
  PAGE_FAULTS,
  type Serve,
  serveWith,
  tryFiles,
} from './nginx-text.ts'

interface SiteOptions {
  root: string
  headers: Headers
  shared: Headers
  files: ReadonlyMap<string, string>
}

export function nginxSite({ root, headers, shared, files }: SiteOptions): string {
  const serve = serveWith(headers)
  return [
    '# Written by export-static, and replaced by every export. Include it in a server block.',
    [
      `root ${literal(`${root}/${CURRENT}/${SITE}`)};`,
      'absolute_redirect off;',
      'server_tokens off;',
      'gzip off;',
      'gzip_static on;',
      // A new export becomes visible within a second.
      'open_file_cache max=20000 inactive=60s;',
      'open_file_cache_valid 1s;',
    ].join('\n'),
    ...pages(serve, shared),
    ...redirectsByCloud(serve),
    ...accountPages(serve, shared),
    ...nginxPrograms(serve, shared),
    ...nginxDocuments(serve, shared),
    ...fixedFiles(serve, { files, shared }),
    assets(serve, { files, root }),
    images(serve),
    attachments(serve),
    publicLog(serve, shared),
    ...errorPages(serve, shared),
    health(serve),
    '',
  ].join('\n\n')
}

/** `$arg_cloud` is empty both for `?cloud=` and without the parameter. */
const PRESELECT = 'if ($args ~ "(?:^|&)cloud(?:=|&|$)") { rewrite ^ /.candor/preselect last; }'

function pages(serve: Serve, shared: Headers) {
  return [
    serve('location /', {
      type: HTML_TYPE,
      cache: shared,
      faults: PAGE_FAULTS,
      more: [PRESELECT],
      files: tryFiles('$candor_page', '@candor_otherwise'),
    }),
    serve('location @candor_otherwise', {
      type: HTML_TYPE,
      cache: shared,
      faults: PAGE_FAULTS,
      more: [
        'if ($candor_trimmed != "") { return 308 $candor_trimmed$is_args$args; }',
        'if ($candor_moved != "") { return 302 $candor_moved; }',
        'if ($candor_post != "") { return 302 $candor_post; }',
        `if (-f "$document_root/.errors/html/410\${uri}${ENDINGS.page}") { return 410; }`,
        `if (!-f "$document_root\${uri}${ENDINGS.page}") { return 404; }`,
        `if (-f "$document_root\${uri}&month=\${candor_month}${ENDINGS.page}") { return 302 $candor_path?month=$candor_month; }`,
        'return 302 $candor_path;',
      ],
    }),
  ]
}

function redirectsByCloud(serve: Serve) {
  const redirect = (head: string, more: string[]) =>
    serve(head, { type: HTML_TYPE, cache: { 'cache-control': PRIVATE_CACHE }, faults: PAGE_FAULTS, more })
  return [
    redirect('location = /', [PRESELECT, 'return 302 $candor_home$is_args$args;']),
    redirect('location ^~ /posts/', [PRESELECT, 'return 302 /$candor_chosen$candor_path$is_args$args;']),
    redirect('location = /.candor/preselect', [
      'internal;',
      'add_header set-cookie $candor_cookie_0 always;',
      'add_header set-cookie $candor_cookie_1 always;',
      'add_header set-cookie $candor_notice always;',
      'return 302 $candor_asked_path$candor_rest;',
    ]),
  ]
}

/** O-06: account pages exist and explain why they don't work; their forms are refused. */
function accountPages(serve: Serve, shared: Headers) {
  const page = (head: string, { path, file = '$candor_page', more = [] }: AccountPage) =>
    serve(head, {
      type: HTML_TYPE,
      cache: protectedPage(path) === undefined ? shared : { 'cache-control': PRIVATE_CACHE },
      faults: PAGE_FAULTS,
      more: [NO_CHANGES, ...more],
      files: tryFiles(file, '@candor_otherwise'),
    })
  const ofAnybody = settingsPath(1)
  const settings = page('location ~ "^/user/[1-9]\\d{0,9}/edit$"', {
    path: ofAnybody,
    file: ofAnybody + ENDINGS.page,
  })
  const closed = { type: HTML_TYPE, cache: { 'cache-control': PRIVATE_CACHE }, faults: PAGE_FAULTS }
  return [
    ...ACCOUNT_CALLS.filter((path) => !path.startsWith('/api/')).map((path) =>
      page(`location = ${path}`, { path }),
    ),
    page('location ^~ /user/', { path: '/user/', more: [settings] }),
    ...[...SIGN_ON_FOLDERS.map((folder) => `^~ ${folder}`), '^~ /admin/', '= /admin'].map((match) =>
      serve(`location ${match}`, { ...closed, more: ['return 503;'] }),
    ),
  ]
}

interface AccountPage {
  path: string
  file?: string
  more?: string[]
}

const NO_CHANGES = 'if ($request_method !~ "^(?:GET|HEAD)$") { return 503; }'

function fixedFiles(serve: Serve, { files, shared }: Pick<SiteOptions, 'files' | 'shared'>) {
  return [...files]
    .filter(([path]) => !path.startsWith('/assets/') && !path.startsWith('/api/'))
    .map(([path, type]) =>
      serve(`location = ${path}`, {
        type,
        cache: cacheOf(path, shared),
        faults: JSON_FAULTS,
        files: tryFiles('$uri', '=404'),
      }),
    )
}

function cacheOf(path: string, shared: Headers): Headers {
  if (path.startsWith(`${BRAND_STYLE_PATH}/`)) return { 'cache-control': IMMUTABLE_CACHE }
  return /\.(?:ico|js|png|svg)$/.test(path) ? { 'cache-control': FILE_CACHE, ...headersOfFile(path) } : shared
}

/** Pages opened before an update still find their scripts. */
function assets(serve: Serve, { files, root }: Pick<SiteOptions, 'files' | 'root'>) {
  const endings = new Map<string, string>()
  for (const [path, type] of files) {
    if (path.startsWith('/assets/')) endings.set(path.slice(path.lastIndexOf('.') + 1), type)
  }
  const ofEnding = ([ending, type]: [string, string]) =>
    serve(`location ~ "\\.${ending}$"`, {
      type,
      cache: { 'cache-control': IMMUTABLE_CACHE },
      faults: JSON_FAULTS,
      more: [`root ${literal(root)};`],
      files: tryFiles(`/${CURRENT}/${SITE}$uri`, '=404', `/${PREVIOUS}/${SITE}$uri`),
    })
  return serve('location ^~ /assets/', {
    type: JSON_TYPE,
    cache: { 'cache-control': PRIVATE_CACHE },
    faults: JSON_FAULTS,
    more: [...[...endings].map(ofEnding), 'return 404;'],
  })
}

function images(serve: Serve) {
  const ofType = (type: ImageType) =>
    serve(`location ~ "\\.${type}$"`, {
      type: contentTypeOfImage({ type }),
      cache: { ...OPEN_TO_ALL, 'cache-control': IMMUTABLE_CACHE },
      faults: JSON_FAULTS,
      files: tryFiles('$uri', '=404'),
    })
  return serve(`location ^~ ${IMAGES_PATH}/`, {
    type: JSON_TYPE,
    cache: { 'cache-control': PRIVATE_CACHE },
    faults: JSON_FAULTS,
    more: [ofType('png'), ofType('jpg'), 'return 404;'],
  })
}

function attachments(serve: Serve) {
  const ofType = (type: AttachmentType) =>
    // The name of the file follows its digest.
    serve(`location ~ "^${ATTACHMENTS_PATH}/[0-9a-f]+-(?<saved_as>[a-z0-9-]+\\.${type})$"`, {
      type: contentTypeOfAttachment(type),
      cache: {
        ...OPEN_TO_ALL,
        'cache-control': IMMUTABLE_CACHE,
        'content-disposition': 'attachment; filename=$saved_as',
        'content-security-policy': ATTACHMENT_POLICY,
      },
      faults: JSON_FAULTS,
      files: tryFiles('$uri', '=404'),
    })
  return serve(`location ^~ ${ATTACHMENTS_PATH}/`, {
    type: JSON_TYPE,
    cache: { 'cache-control': PRIVATE_CACHE },
    faults: JSON_FAULTS,
    more: [...ATTACHMENT_TYPES.map(ofType), 'return 404;'],
  })
}

function publicLog(serve: Serve, shared: Headers) {
  const files = (head: string, type: string, cache: Headers) =>
    serve(head, {
      type,
      cache: { ...OPEN_TO_ALL, ...cache },
      faults: JSON_FAULTS,
      files: tryFiles('$uri', '=404'),
    })
  return serve(`location ^~ ${LOG_PATH}/`, {
    type: JSON_TYPE,
    cache: { 'cache-control': PRIVATE_CACHE },
    faults: JSON_FAULTS,
    more: [
      files('location ~ "/tile/"', 'application/octet-stream', { 'cache-control': IMMUTABLE_CACHE }),
      files('location ~ "/faces/"', JSON_TYPE, shared),
      files('location ~ "/(?:checkpoint|key)$"', 'text/plain; charset=utf-8', shared),
      'return 404;',
    ],
  })
}

function errorPages(serve: Serve, shared: Headers) {
  const fault = {
    'cache-control': PRIVATE_CACHE,
    'retry-after': '$candor_retry_after',
    allow: '$candor_allow',
  }
  const page = (head: string, type: string, cache: Headers) =>
    serve(head, { type, cache, more: ['internal;'], files: tryFiles('$uri', '=404') })
  return [
    page('location ^~ /.errors/html/404', HTML_TYPE, shared),
    page('location ^~ /.errors/html/410', HTML_TYPE, shared),
    page('location ^~ /.errors/html/', HTML_TYPE, fault),
    page('location ^~ /.errors/json/', JSON_TYPE, fault),
    block('location ^~ /.long/', ['internal;']),
  ]
}

function health(serve: Serve) {
  return serve('location = /healthz', {
    type: JSON_TYPE,
    cache: { 'cache-control': PRIVATE_CACHE },
    more: [`return 200 '{"status":"ok"}';`],
  })
}
