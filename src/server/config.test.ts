import { resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { recoveryEnv } from '../../tests/support/edition-keys.ts'
import { demoVariable, readConfig } from './config.ts'

test('by default the site runs on port 3000 with an embedded database and demo content', () => {
  expect(readConfig({})).toMatchObject({
    kind: 'read',
    config: {
      port: 3000,
      host: '0.0.0.0',
      publicUrl: 'http://localhost:3000',
      isHttps: false,
      dataDir: resolve('data'),
      databaseUrl: undefined,
      smtpUrl: undefined,
      smtpConnections: 20,
      mailFrom: undefined,
      mailRates: { overAll: undefined, byDomain: new Map(), toOthers: undefined },
      oidc: undefined,
      isTrustDR: false,
      isGov: false,
      isInMaintenance: false,
      maintenanceMessage: undefined,
      hasDemo: true,
      logLevel: undefined,
      redirectHosts: [],
      trustedProxies: [],
      isWebhookLocal: false,
    },
  })
})

test('reads every variable', () => {
  const env = {
    PORT: '8080',
    HOST: '127.0.0.1',
    PUBLIC_URL: 'https://trust.northwall.example/',
    DATA_DIR: '/var/lib/candor',
    DATABASE_URL: 'postgresql://candor:secret@db.example/candor?sslmode=verify-full',
    SMTP_URL: 'smtps://mail.example',
    SMTP_CONNECTIONS: '100',
    MAIL_FROM: '"Northwall Trust" <trust@northwall.example>',
    MAIL_RATE: '100',
    MAIL_DOMAIN_RATES: 'GMail.com=20, web.de = 0.5 ,*=50',
    OIDC_ISSUER: 'https://id.example',
    OIDC_CLIENT_ID: 'candor',
    OIDC_CLIENT_SECRET: 'secret',
    OIDC_SCOPES: 'openid  groups',
    OIDC_ROLE_CLAIM: 'realm_access.roles',
    OIDC_ROLE_MAP: 'status-team=trust_admin, cn=legal = legal_team,',
    ...recoveryEnv(),
    IS_GOV: '1',
    SITE_MAINTENANCE: '1',
    SITE_MAINTENANCE_MESSAGE: ' Back at noon. ',
    DEMO: '0',
    LOG_LEVEL: 'warn',
    REDIRECT_HOSTS: 'help.example, docs.example:8443 ,',
    TRUSTED_PROXIES: '10.0.0.0/8,::1,2001:db8::/32',
    WEBHOOK_LOCAL: '1',
  }
  expect(readConfig(env)).toMatchObject({
    kind: 'read',
    config: {
      port: 8080,
      host: '127.0.0.1',
      publicUrl: 'https://trust.northwall.example',
      isHttps: true,
      dataDir: '/var/lib/candor',
      databaseUrl: env.DATABASE_URL,
      smtpUrl: env.SMTP_URL,
      smtpConnections: 100,
      mailFrom: { name: 'Northwall Trust', address: 'trust@northwall.example' },
      mailRates: {
        overAll: 100,
        byDomain: new Map([
          ['gmail.com', 20],
          ['web.de', 0.5],
        ]),
        toOthers: 50,
      },
      oidc: {
        issuer: 'https://id.example',
        clientId: 'candor',
        clientSecret: 'secret',
        scopes: 'openid groups',
        roleClaim: 'realm_access.roles',
        roleMap: [
          { group: 'status-team', role: 'trust_admin' },
          { group: 'cn=legal', role: 'legal_team' },
        ],
      },
      isTrustDR: true,
      isGov: true,
      isInMaintenance: true,
      maintenanceMessage: 'Back at noon.',
      hasDemo: false,
      logLevel: 'warn',
      redirectHosts: ['help.example', 'docs.example:8443'],
      trustedProxies: ['10.0.0.0/8', '::1', '2001:db8::/32'],
      isWebhookLocal: true,
    },
  })
})

const LOCAL = { hasDemo: true, isDemoOpen: false }
const NONE = { hasDemo: false, isDemoOpen: false }
const OPEN = { hasDemo: true, isDemoOpen: true }
const SERVER = { DATABASE_URL: 'postgres://db.example/x' }

test.each<[string, Record<string, string>, { hasDemo: boolean; isDemoOpen: boolean }]>([
  ['runs out of the box', {}, LOCAL],
  ['runs at another loopback address', { PUBLIC_URL: 'http://127.0.0.1:8080' }, LOCAL],
  ['does not run in production', { NODE_ENV: 'production' }, NONE],
  ['does not run on a database server', SERVER, NONE],
  ['does not run at a public address', { PUBLIC_URL: 'https://trust.example' }, NONE],
  ['does not run behind a proxy', { TRUSTED_PROXIES: '127.0.0.1' }, NONE],
  ['runs for anyone with DEMO=1', { DEMO: '1', PUBLIC_URL: 'https://trust.example' }, OPEN],
  ['runs for this machine with DEMO=local', { DEMO: 'local', ...SERVER }, LOCAL],
  ['does not run with DEMO=0', { DEMO: '0' }, NONE],
])('the demo %s, and child processes with their database URL agree', (_, env, expected) => {
  const read = readConfig(env)
  expect(read).toMatchObject({ kind: 'read', config: expected })
  if (read.kind === 'wrong') return
  expect(readConfig({ ...env, ...SERVER, DEMO: demoVariable(read.config) })).toMatchObject({
    config: expected,
  })
})

test('an empty variable counts as unset', () => {
  expect(readConfig({ PORT: '', PUBLIC_URL: ' ', DATABASE_URL: '' })).toEqual(readConfig({}))
})

test('the default public URL follows the port', () => {
  expect(readConfig({ PORT: '8080' })).toMatchObject({ config: { publicUrl: 'http://localhost:8080' } })
})

describe('an invalid value gives one line that names its variable', () => {
  const WRONG: [name: string, ...values: string[]][] = [
    ['PORT', 'http', '-1', '65536', '3000.5', '0x50', '1e3'],
    ['HOST', 'http://localhost', 'a b', '/tmp/socket'],
    [
      'PUBLIC_URL',
      'trust.example',
      'ftp://trust.example',
      'https://trust.example/path',
      'https://a.example?x',
    ],
    ['DATABASE_URL', 'localhost:5432', 'mysql://localhost/db', 'postgres://host:port/db'],
    ['SMTP_URL', 'mail.example', 'https://mail.example'],
    ['SMTP_CONNECTIONS', '0', '101', '-1', 'many', '2.5'],
    ['MAIL_RATE', '0', '-1', 'fast', '1e3', '10/s'],
    ['MAIL_DOMAIN_RATES', 'gmail.com', 'gmail.com=', 'gmail.com=0', '=5', 'a b=5', 'gmail.com=1=2'],
    ['MAIL_FROM', 'Northwall', 'trust@northwall', 'Trust trust@a.example', 'a@a.example, b@b.example', '<>'],
    ['BOUNCE_ADDRESS', 'bounces', 'a+b@mail.example', 'B <b@mail.example>', `${'b'.repeat(24)}@mail.example`],
    [
      'BOUNCE_IMAP_URL',
      'mail.example',
      'https://mail.example',
      'imaps://mail.example',
      'imaps://u:%@mail.example',
    ],
    ['OIDC_ISSUER', 'id.example', 'file:///etc/passwd'],
    ['OIDC_SCOPES', 'email profile', 'openid "all"'],
    ['OIDC_ROLE_MAP', 'trust_admin', '=trust_admin', 'team=owner', 'team=trust_admin,other'],
    ['TRUST_DR', 'yes', 'true', '2'],
    ['IS_GOV', 'no'],
    ['DEMO', 'off'],
    ['WEBHOOK_LOCAL', 'yes'],
    ['LOG_LEVEL', 'loud', 'INFO'],
    ['REDIRECT_HOSTS', 'https://help.example', 'help.example/path', 'good.example,user@evil.example'],
    ['TRUSTED_PROXIES', 'proxy.example', '999.1.1.1', '10.0.0.0/33', '10.0.0.0/0', '::1/129', '10.0.0.0/8/8'],
  ]
  test.each(WRONG.flatMap(([name, ...values]) => values.map((value) => [name, value] as const)))(
    '%s=%s',
    (name, value) => {
      const outcome = readConfig({ [name]: value })
      expect(outcome).toEqual({ kind: 'wrong', line: expect.stringMatching(new RegExp(`^${name} .*\\.$`)) })
    },
  )

  test('includes the value unless it is secret', () => {
    expect(readConfig({ PORT: 'http' })).toEqual({
      kind: 'wrong',
      line: 'PORT must be a number from 0 to 65535, not "http".',
    })
    expect(readConfig({ PUBLIC_URL: 'https://trust.example/path' })).toEqual({
      kind: 'wrong',
      line: 'PUBLIC_URL must be an address without a path, such as https://trust.example.',
    })
  })
})

test('MAIL_FROM may be a bare address', () => {
  expect(readConfig({ MAIL_FROM: 'Trust@Northwall.example' })).toMatchObject({
    config: { mailFrom: { name: undefined, address: 'trust@northwall.example' } },
  })
})

test('A-19 by default the roles claim of a profile contains the roles themselves', () => {
  const env = { OIDC_ISSUER: 'https://id.example', OIDC_CLIENT_ID: 'candor', OIDC_CLIENT_SECRET: 'secret' }
  expect(readConfig(env)).toMatchObject({
    config: { oidc: { scopes: 'openid email profile', roleClaim: 'roles', roleMap: undefined } },
  })
})

test('an identity provider needs all three of its variables', () => {
  const whole = { OIDC_ISSUER: 'https://id.example', OIDC_CLIENT_ID: 'candor', OIDC_CLIENT_SECRET: 'hunter2' }
  for (const missing of Object.keys(whole)) {
    expect(readConfig({ ...whole, [missing]: undefined })).toEqual({
      kind: 'wrong',
      line: 'OIDC_ISSUER, OIDC_CLIENT_ID and OIDC_CLIENT_SECRET go together: set all three or none.',
    })
  }
})

test('error lines never contain a password', () => {
  const withPassword = (protocol: string) => `${protocol}//candor:hunter2@host.example/path`
  const lines = [
    { DATABASE_URL: withPassword('mysql:') },
    { DATABASE_URL: 'postgres://candor:hunter2@host.example:port/candor' },
    { SMTP_URL: withPassword('https:') },
    { BOUNCE_IMAP_URL: withPassword('https:') },
    { BOUNCE_IMAP_URL: withPassword('imaps:') },
    { BOUNCE_IMAP_URL: 'imaps://hunter2:@host.example' },
    { OIDC_ISSUER: withPassword('ldap:') },
    { PUBLIC_URL: withPassword('https:') },
    { OIDC_CLIENT_SECRET: 'hunter2' },
  ].map((env) => readConfig(env))
  expect(lines.map(({ kind }) => kind)).toEqual(Array(9).fill('wrong'))
  expect(JSON.stringify(lines)).not.toContain('hunter2')
})

test('DKIM needs all of its variables, and a valid key', () => {
  expect(readConfig({})).toMatchObject({ config: { dkim: undefined } })
  const refusalOf = (env: Record<string, string>) => JSON.stringify(readConfig(env))
  expect(refusalOf({ DKIM_DOMAIN: 'example.com' })).toContain('belong together')
  const all = { DKIM_DOMAIN: 'example.com', DKIM_SELECTOR: 'trust', DKIM_KEY_FILE: '/does/not/exist.pem' }
  expect(refusalOf(all)).toContain('RSA private key')
})

test('bounces are read from a mailbox, over TLS unless it is on this machine', () => {
  const mailboxOf = (BOUNCE_IMAP_URL: string) => {
    const outcome = readConfig({ BOUNCE_ADDRESS: 'Bounces@mail.example', BOUNCE_IMAP_URL })
    return outcome.kind === 'read' ? outcome.config.bounces.mailbox : outcome.line
  }
  const account = { user: 'b@mail.example', password: 'p:/@', folder: 'INBOX' }
  expect(mailboxOf('imaps://b%40mail.example:p%3A%2F%40@imap.example')).toEqual({
    host: 'imap.example',
    port: 993,
    encryption: 'from-start',
    ...account,
  })
  expect(mailboxOf('imap://b:p@imap.example:1143/INBOX/Bounces')).toMatchObject({
    port: 1143,
    encryption: 'required',
    folder: 'INBOX/Bounces',
  })
  expect(mailboxOf('imap://b:p@127.0.0.1')).toMatchObject({ port: 143, encryption: 'if-offered' })
  expect(readConfig({ BOUNCE_IMAP_URL: 'imaps://b:p@imap.example' })).toEqual({
    kind: 'wrong',
    line: 'BOUNCE_IMAP_URL needs BOUNCE_ADDRESS: the address whose mail arrives there.',
  })
})
