import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { Deployment, StatefulSet } from 'kubernetes-models/apps/v1'
import { HorizontalPodAutoscaler } from 'kubernetes-models/autoscaling/v2'
import { CronJob } from 'kubernetes-models/batch/v1'
import { Ingress, NetworkPolicy } from 'kubernetes-models/networking.k8s.io/v1'
import { PodDisruptionBudget } from 'kubernetes-models/policy/v1'
import { ConfigMap, Namespace, PersistentVolumeClaim, Secret, Service } from 'kubernetes-models/v1'
import { describe, expect, test } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'
import { COMMANDS } from '../../src/server/commands/commands.ts'
import { configOf, deployFile, deployFilesIn, ROOT } from '../support/deploy-files.ts'

interface Manifest {
  apiVersion: string
  kind: string
  metadata: { name: string }
}

const SCHEMAS: Record<string, new (data: never) => { validate(): void }> = {
  ConfigMap,
  CronJob,
  Deployment,
  HorizontalPodAutoscaler,
  Ingress,
  Namespace,
  NetworkPolicy,
  PersistentVolumeClaim,
  PodDisruptionBudget,
  Secret,
  Service,
  StatefulSet,
}

describe.each(['base', 'recovery'])('the manifests of %s', (overlay) => {
  const folder = `kubernetes/${overlay}`
  const manifests = deployFilesIn(folder)
    .filter((file) => !file.endsWith('kustomization.yaml'))
    .flatMap((file) => parseAllDocuments(deployFile(file)).map((each) => each.toJS() as Manifest))
  const ofKind = <T>(kind: string) => manifests.filter((each) => each.kind === kind) as (Manifest & T)[]
  const deployments = [...ofKind<DeploymentParts>('Deployment'), ...ofKind<DeploymentParts>('StatefulSet')]
  const cronJobs = ofKind<CronJobParts>('CronJob')

  test('match the schemas of their kinds', () => {
    expect(manifests.length).toBeGreaterThan(3)
    for (const manifest of manifests) {
      const Schema = SCHEMAS[manifest.kind]
      if (Schema === undefined) throw new Error(`There is no check for ${manifest.kind}.`)
      expect(() => new Schema(manifest as never).validate(), manifest.metadata.name).not.toThrow()
    }
  })

  test('are listed in the kustomization, all but the example', () => {
    const { resources } = parse(deployFile(`${folder}/kustomization.yaml`)) as { resources: string[] }
    for (const name of resources) expect(existsSync(join(ROOT, 'deploy', folder, name)), name).toBe(true)
    const listed = deployFilesIn(folder)
      .map((file) => file.split('/').at(-1) ?? '')
      .filter((name) => name !== 'kustomization.yaml' && !name.includes('.example.'))
    expect([...resources].sort()).toEqual(listed.sort())
  })

  test('select existing pods', () => {
    const pods = deployments.map(({ spec }) => spec.template.metadata.labels)
    const selectors = [
      ...deployments.map(({ spec }) => spec.selector.matchLabels),
      ...ofKind<{ spec: { selector: Labels } }>('Service').map(({ spec }) => spec.selector),
      ...ofKind<{ spec: { selector: { matchLabels: Labels } } }>('PodDisruptionBudget').map(
        ({ spec }) => spec.selector.matchLabels,
      ),
      ...ofKind<{ spec: { podSelector: { matchLabels: Labels } } }>('NetworkPolicy').map(
        ({ spec }) => spec.podSelector.matchLabels,
      ),
    ]
    expect(selectors.length).toBeGreaterThan(deployments.length)
    for (const selector of selectors) expect(pods.some((labels) => isSelected(labels, selector))).toBe(true)
    const scaled = ofKind<{ spec: { scaleTargetRef: { name: string } } }>('HorizontalPodAutoscaler')
    for (const { spec } of scaled)
      expect(deployments.map(({ metadata }) => metadata.name)).toContain(spec.scaleTargetRef.name)
  })

  test('set the variables the program reads, and probe existing paths', () => {
    for (const { spec } of deployments) {
      const [container] = spec.template.spec.containers
      if (container === undefined) throw new Error('A pod has a container.')
      const config = configOf(environmentOf(container))
      expect(container.ports).toEqual([
        { name: 'http', containerPort: config.port },
        { name: 'metrics', containerPort: config.metricsListen?.port },
      ])
      expect(container.readinessProbe.httpGet).toEqual({ path: '/readyz', port: 'http' })
      expect(container.livenessProbe.httpGet).toEqual({ path: '/healthz', port: 'http' })
      expect(config.isTrustDR).toBe(overlay === 'recovery')
    }
  })

  test('let Prometheus scrape every pod', () => {
    for (const { spec } of deployments) {
      const [container] = spec.template.spec.containers
      if (container === undefined) throw new Error('A pod has a container.')
      expect(spec.template.metadata.annotations).toMatchObject({
        'prometheus.io/scrape': 'true',
        'prometheus.io/port': String(configOf(environmentOf(container)).metricsListen?.port),
      })
    }
    const policies = ofKind<{ spec: { ingress: { from?: unknown; ports: { port: string }[] }[] } }>(
      'NetworkPolicy',
    )
    for (const { spec } of policies) {
      const rule = spec.ingress.find(({ ports }) => ports.some(({ port }) => port === 'metrics'))
      expect(rule?.from).toEqual([
        { namespaceSelector: { matchLabels: { 'candor.example/scrapes-metrics': 'true' } } },
      ])
    }
    expect(policies).toHaveLength(1)
  })

  test('back up to a persistent volume with an existing command', () => {
    for (const { spec } of cronJobs) {
      const { containers, volumes } = spec.jobTemplate.spec.template.spec
      const [container] = containers
      if (container === undefined) throw new Error('A pod has a container.')
      expect(container.command).toEqual(['node', 'dist/server/main.js', 'backup'])
      expect(Object.keys(COMMANDS)).toContain(container.command?.at(-1))
      expect(configOf(environmentOf(container)).backups.folder).toMatch(/^\/data\//)
      const claims = ofKind('PersistentVolumeClaim').map(({ metadata }) => metadata.name)
      expect(claims).toContain(volumes.find(({ name }) => name === 'data')?.persistentVolumeClaim?.claimName)
    }
    expect(cronJobs).toHaveLength(overlay === 'base' ? 1 : 0)
  })

  test("keep a backup site's last edition on a volume that outlasts its pod", () => {
    const claims = ofKind<StatefulParts>('StatefulSet').flatMap(({ spec }) =>
      spec.volumeClaimTemplates.map(({ metadata }) => metadata.name),
    )
    expect(claims).toEqual(overlay === 'recovery' ? ['data'] : [])
  })

  test('run unprivileged, on a read-only file system except for the data', () => {
    const pods = [
      ...deployments.map(({ spec }) => spec.template),
      ...cronJobs.map(({ spec }) => spec.jobTemplate.spec.template),
    ]
    for (const { spec } of pods) {
      expect(spec.securityContext.runAsNonRoot).toBe(true)
      for (const { securityContext, volumeMounts } of spec.containers) {
        expect(securityContext).toMatchObject({
          readOnlyRootFilesystem: true,
          allowPrivilegeEscalation: false,
        })
        expect(volumeMounts.map(({ mountPath }) => mountPath)).toEqual(['/data', '/tmp'])
      }
    }
  })

  function environmentOf({ env, envFrom }: Container): Record<string, string> {
    const maps = ofKind<{ data: Record<string, string> }>('ConfigMap')
    const shared = envFrom.flatMap(({ configMapRef }) => {
      if (configMapRef === undefined) return []
      const map = maps.find(({ metadata }) => metadata.name === configMapRef.name)
      if (map === undefined) throw new Error(`There is no ConfigMap ${configMapRef.name}.`)
      return Object.entries(map.data)
    })
    const own = env.map(({ name, value }) => [name, value])
    // The operator sets the values of the secret; the names are ours.
    const secrets = ofKind<{ stringData: Record<string, string> }>('Secret').flatMap(({ stringData }) =>
      Object.keys(stringData).map((name) => [name, SECRETS[name]]),
    )
    return Object.fromEntries([...shared, ...secrets, ...own])
  }
})

const SECRETS: Record<string, string> = {
  DATABASE_URL: 'postgresql://candor@database.example/candor',
  SMTP_URL: 'smtps://mail.example',
  OIDC_ISSUER: 'https://id.example',
  OIDC_CLIENT_ID: 'candor',
  OIDC_CLIENT_SECRET: 'secret',
  AWS_ACCESS_KEY_ID: 'id',
  AWS_SECRET_ACCESS_KEY: 'secret',
}

type Labels = Record<string, string>

function isSelected(labels: Labels, selector: Labels) {
  return Object.entries(selector).every(([name, value]) => labels[name] === value)
}

interface Container {
  command?: string[]
  env: { name: string; value: string }[]
  envFrom: { configMapRef?: { name: string } }[]
  ports: unknown
  readinessProbe: { httpGet: unknown }
  livenessProbe: { httpGet: unknown }
  securityContext: unknown
  volumeMounts: { mountPath: string }[]
}

interface Pod {
  metadata: { labels: Labels; annotations?: Labels }
  spec: {
    securityContext: { runAsNonRoot: boolean }
    containers: Container[]
    volumes: { name: string; persistentVolumeClaim?: { claimName: string } }[]
  }
}

interface DeploymentParts {
  spec: { selector: { matchLabels: Labels }; template: Pod }
}

interface StatefulParts {
  spec: { volumeClaimTemplates: { metadata: { name: string } }[] }
}

interface CronJobParts {
  spec: { jobTemplate: { spec: { template: Pod } } }
}
