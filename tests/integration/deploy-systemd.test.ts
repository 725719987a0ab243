import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { configOf, deployFile } from '../support/deploy-files.ts'

describe.each([
  ['candor.service', 'web'],
  ['candor-worker.service', 'worker'],
])('%s', (name, role) => {
  const unit = deployFile(`systemd/${name}`)
  const settingOf = (key: string) => unit.match(new RegExp(`^${key}=(.*)$`, 'm'))?.[1]

  test('sets the variables the program reads', () => {
    const env = Object.fromEntries((settingOf('Environment') ?? '').split(' ').map((pair) => pair.split('=')))
    expect(configOf(env)).toMatchObject({ hasDemo: false, scale: { role }, dataDir: '/var/lib/candor' })
    expect(settingOf('StateDirectory')).toBe('candor')
  })

  test('restarts automatically and has enough time to stop', () => {
    expect(settingOf('Restart')).toBe('always')
    expect(Number(settingOf('TimeoutStopSec'))).toBeGreaterThanOrEqual(20)
  })

  test('has few privileges', () => {
    expect(unit).toMatch(/^NoNewPrivileges=true$/m)
    expect(unit).toMatch(/^ProtectSystem=strict$/m)
    expect(unit).toMatch(/^CapabilityBoundingSet=$/m)
  })

  test('is valid for systemd, or, without systemd, has only assignments', () => {
    const complaints = complaintsOfSystemd(name, unit) ?? oddLinesOf(unit)
    expect(complaints).toEqual([])
  })
})

test('site and worker on one machine have separate metrics addresses, even if the shared file sets one', () => {
  const [site, worker] = ['candor.service', 'candor-worker.service'].map((name) =>
    deployFile(`systemd/${name}`),
  )
  const metricsOf = (unit = '') => unit.match(/METRICS_LISTEN=(\S+)$/m)?.[1]
  expect(metricsOf(site)).toBe('127.0.0.1:9464')
  expect(metricsOf(worker)).toBe('127.0.0.1:9465')
  // A file wins over `Environment=`, and a later file over an earlier one.
  const files = [...(worker ?? '').matchAll(/^EnvironmentFile=-(.*)$/gm)].map(([, file]) => file)
  expect(files).toEqual(['/etc/candor/candor.env', '/etc/candor/worker.env'])
})

describe('candor-export.service and its timer', () => {
  const unit = deployFile('systemd/candor-export.service')

  test("export with the program's variables, unprivileged, where nginx may read it", () => {
    const env = Object.fromEntries(
      (unit.match(/^Environment=(.*)$/m)?.[1] ?? '').split(' ').map((pair) => pair.split('=')),
    )
    expect(configOf(env)).toMatchObject({ dataDir: '/var/lib/candor' })
    const folder = unit.match(/^ExecStart=\S+ dist\/server\/main\.js export-static (\S+)$/m)?.[1]
    expect(unit).toContain(`ReadWritePaths=${folder}\n`)
    expect(unit).toMatch(/^User=candor$/m)
    expect(unit).toMatch(/^UMask=0022$/m)
  })

  test.each(['candor-export.service', 'candor-export.timer'])('%s is valid for systemd', (name) => {
    const file = deployFile(`systemd/${name}`)
    expect(complaintsOfSystemd(name, file) ?? oddLinesOf(file)).toEqual([])
  })
})

/** Undefined without systemd. The programs a unit names need not be installed here. */
function complaintsOfSystemd(name: string, unit: string): string[] | undefined {
  const folder = mkdtempSync(join(tmpdir(), 'candor-unit-'))
  try {
    const file = join(folder, name)
    writeFileSync(file, unit.replace(/^(ExecStart(?:Post)?)=.*$/gm, '$1=/bin/true'))
    const { error, stderr } = spawnSync('systemd-analyze', ['verify', '--man=no', file], { encoding: 'utf8' })
    if (error !== undefined) return undefined
    return stderr
      .split('\n')
      .filter((line) => line.includes(name) && !/not found|Failed to (prepare|load)/.test(line))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function oddLinesOf(unit: string) {
  return unit.split('\n').filter((line) => !/^($|#|\[(Unit|Service|Timer|Install)\]$|[A-Z]\w+=)/.test(line))
}
