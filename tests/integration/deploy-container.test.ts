import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { validate } from 'dockerfile-utils'
import { describe, expect, onTestFinished, test } from 'vitest'
import { parse } from 'yaml'
import { isBuilt } from '../../scripts/source-stamp.mjs'
import { COMMANDS } from '../../src/server/commands/commands.ts'
import { configOf, deployFile, ROOT } from '../support/deploy-files.ts'

const containerfile = deployFile('Containerfile')

describe('the Containerfile', () => {
  test('is valid', () => {
    expect(validate(containerfile).map(({ message }) => message)).toEqual([])
  })

  test('uses one version of Node, the recommended one', () => {
    const bases = linesOf('FROM').map((line) => line.split(/\s+/)[0] ?? '')
    expect(bases).toHaveLength(2)
    for (const base of bases) expect(base).toMatch(/\/node:\d+\.\d+\.\d+-[a-z-]+$/)
    const recommended = readFileSync(join(ROOT, '.nvmrc'), 'utf8').trim()
    for (const base of bases) expect(base).toContain(`node:${recommended}-`)
  })

  test('copies existing files and runs existing scripts', () => {
    const sources = linesOf('COPY')
      .filter((line) => !line.startsWith('--from'))
      .flatMap((line) => line.split(/\s+/).slice(0, -1))
    expect(sources).toContain('package-lock.json')
    for (const source of sources) expect(existsSync(join(ROOT, source)), source).toBe(true)
    const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))
    const run = [...containerfile.matchAll(/npm run (\S+)/g)].map(([, name]) => name)
    expect(run).toEqual(['build'])
    for (const name of run) expect(scripts).toHaveProperty([name ?? ''])
  })

  test('runs unprivileged, has a health check, and stops on a signal', () => {
    const afterBase = containerfile.slice(containerfile.lastIndexOf('FROM'))
    expect(afterBase).toMatch(/^USER node$/m)
    expect(afterBase).toMatch(/^HEALTHCHECK .*\\\n.*\/healthz/m)
    // Without a shell in between, the signal reaches the program itself.
    expect(afterBase).toMatch(/^CMD \["node", "dist\/server\/main.js"\]$/m)
    expect(afterBase).toMatch(/^STOPSIGNAL SIGTERM$/m)
    const env = Object.fromEntries(
      [...afterBase.matchAll(/(?:^ENV|^ {4})\s*(\w+)=(\S+)/gm)].map(([, k, v]) => [k, v]),
    )
    expect(configOf(env as Record<string, string>)).toMatchObject({ hasDemo: false, dataDir: '/data' })
  })

  test('contains the one program for all commands, which needs no other sources', () => {
    const { scripts, bin } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))
    expect(bin).toEqual({ candor: 'scripts/candor.mjs' })
    expect(containerfile).toContain(`COPY --from=build /candor/${bin.candor} ./${bin.candor}`)
    const layout = mkdtempSync(join(tmpdir(), 'candor-layout-'))
    onTestFinished(() => rmSync(layout, { recursive: true, force: true }))
    mkdirSync(join(layout, 'scripts'))
    for (const file of ['package.json', bin.candor]) cpSync(join(ROOT, file), join(layout, file))
    for (const folder of ['dist', 'node_modules']) symlinkSync(join(ROOT, folder), join(layout, folder))
    const help = readFileSync(join(ROOT, 'src/cli/help.ts'), 'utf8')
    for (const command of ['start', ...Object.keys(COMMANDS)]) {
      expect(scripts[command], command).toBe(`node scripts/candor.mjs ${command}`)
      expect(help, command).toMatch(new RegExp(`^  \\['${command}[ ']`, 'm'))
    }
    if (!isBuilt()) return
    // One is enough: each is another start of the program.
    const shown = spawnSync(process.execPath, [bin.candor, 'verify', '--help'], {
      cwd: layout,
      encoding: 'utf8',
    })
    expect([shown.status, shown.stdout]).toEqual([0, expect.stringContaining('candor verify <file>')])
  })

  test('excludes everything but the program from the image', () => {
    const ignored = readFileSync(join(ROOT, '.dockerignore'), 'utf8').split('\n')
    expect(ignored).toEqual(expect.arrayContaining(['.git', 'node_modules', 'data', 'dist']))
  })

  test('secrets that the documents have you fill in reach neither version control nor the build', () => {
    const ignored = (name: string) => readFileSync(join(ROOT, name), 'utf8').split('\n')
    const made = readFileSync(join(ROOT, 'docs/deployment.md'), 'utf8').match(
      /secret\.example\.yaml (\S+)/,
    )?.[1]
    expect(ignored('.gitignore')).toEqual(expect.arrayContaining([made, '*.env']))
    expect(ignored('.dockerignore')).toEqual(expect.arrayContaining([`**/${made}`, '**/*.env']))
  })

  function linesOf(instruction: string) {
    return [...containerfile.matchAll(new RegExp(`^${instruction} (.+)$`, 'gm'))].map(
      ([, rest]) => rest ?? '',
    )
  }
})

interface Service {
  image: string
  environment: Record<string, string>
  depends_on: unknown
  ports?: string[]
  volumes?: string[]
  read_only?: boolean
  networks?: { default?: { ipv4_address?: string } }
}

describe('compose.yaml', () => {
  const { services, volumes, networks } = parse(deployFile('compose.yaml'), { merge: true }) as {
    services: Record<string, Service>
    networks: { default: { ipam: { config: { subnet: string }[] } } }
    volumes: Record<string, unknown>
  }
  const candors = Object.entries(services).filter(([, { image }]) => image === 'candor')
  const roleOf = ({ environment }: Service) => configOf(filledIn(environment)).scale.role

  test('has two web and two worker processes, a database, and nginx in front', () => {
    expect(candors.map(([, service]) => roleOf(service))).toEqual(['web', 'web', 'worker', 'worker'])
    expect(services.postgres?.image).toMatch(/postgres:\d+\.\d+-/)
    expect(services.nginx?.image).toMatch(/nginx:\d+\.\d+\.\d+-/)
  })

  test('sets the variables the program reads, and all processes use the one database', () => {
    const { POSTGRES_USER: user, POSTGRES_DB: name } = services.postgres?.environment ?? {}
    for (const [, { environment }] of candors) {
      const { databaseUrl = '', scale } = configOf(filledIn(environment))
      const url = new URL(databaseUrl)
      expect([url.username, url.hostname, url.pathname]).toEqual([user, 'postgres', `/${name}`])
      expect(scale.workers).toBe(1)
    }
  })

  test('exposes only nginx, and nginx reaches every web process', () => {
    const reachable = Object.entries(services).filter(([, { ports }]) => ports !== undefined)
    expect(reachable.map(([name]) => name)).toEqual(['nginx'])
    const upstreams = [...deployFile('nginx/candor.conf').matchAll(/^\s*server (\S+):(\d+) max_fails=1/gm)]
    const webs = candors.filter(([, service]) => roleOf(service) === 'web')
    const addresses = webs.map(([, { networks }]) => networks?.default?.ipv4_address)
    expect(upstreams.map(([, host, port]) => `${host}:${port}`)).toEqual(addresses.map((ip) => `${ip}:3000`))
    const [{ subnet = '' } = {}] = networks.default.ipam.config
    for (const address of addresses) expect(address?.startsWith(subnet.replace(/\.\d+\/24$/, '.'))).toBe(true)
    for (const [, { environment }] of candors) {
      expect(configOf(filledIn(environment)).trustedProxies).toEqual([subnet])
    }
  })

  test('encrypts backups that a command makes in any container', () => {
    for (const [name, { environment }] of candors)
      expect(Object.keys(environment), name).toContain('BACKUP_PASSPHRASE')
  })

  test('gives every process the mail server and the identity provider', () => {
    const given = { SMTP_URL: 'smtp://mail.example', MAIL_FROM: 'trust@provider.example' }
    const provider = { OIDC_ISSUER: 'https://id.example', OIDC_CLIENT_ID: 'a', OIDC_CLIENT_SECRET: 'b' }
    for (const [name, { environment }] of candors) {
      const filled = { ...filledIn(environment), ...given, ...provider }
      expect(Object.keys(environment), name).toEqual(
        expect.arrayContaining(Object.keys({ ...given, ...provider })),
      )
      expect(() => configOf(filled)).not.toThrow()
    }
    const listens = deployFile('nginx/candor.conf').match(/listen (\d+);/)?.[1]
    expect(services.nginx?.ports).toEqual([`8080:${listens}`])
  })

  test('keeps persistent data in volumes, and writes nothing else', () => {
    for (const [, { read_only }] of candors) expect(read_only).toBe(true)
    const used = Object.values(services)
      .flatMap((service) => service.volumes ?? [])
      .flatMap((volume) => volume.split(':')[0] ?? [])
    expect(Object.keys(volumes).filter((name) => !used.includes(name))).toEqual([])
    const ofFiles = used.filter((name) => name.startsWith('./'))
    expect(ofFiles).toEqual(['./nginx/candor.conf'])
  })
})

/** Fills in variables like compose: `:-` has a default, `:?` is required. */
function filledIn(environment: Record<string, string>) {
  return Object.fromEntries(
    Object.entries(environment).map(([name, value]) => [
      name,
      String(value)
        .replace(/\$\{\w+:-([^}]*)\}/g, '$1')
        .replace(/\$\{\w+:\?[^}]*\}/g, 'given'),
    ]),
  )
}
