// Tests of the chart: its values, the rendered objects, and their validity against Kubernetes's schemas.
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { reads, settings } from '../../tools/docs/settings.ts'
import { named, objects, pods } from './objects.ts'
import { lint, root, template, valuesFile } from './render.ts'
import { schemaFolder } from './schemas.ts'

const [small, large] = ['helm/lyceum/values/small.yaml', 'helm/lyceum/values/large.yaml'] as const
const own = 'tests/k8s/bring-your-own.yaml'
const everywhere = [small, large, own]
const schemas = schemaFolder()
/** kubeconform's findings about these objects; empty when there are none. */
function wrong(text: string): string {
  const location = `${schemas}/{{ .ResourceKind }}{{ .KindSuffix }}.json`
  try {
    execFileSync(process.env.KUBECONFORM ?? 'kubeconform', ['-strict', '-schema-location', location, '-'], {
      input: text,
      encoding: 'utf8',
      stdio: 'pipe',
    })
    return ''
  } catch (error) {
    return String((error as { stdout: string }).stdout)
  }
}

describe.each(['HELM3', 'HELM4'] as const)('%s', (line) => {
  test.each(everywhere)('lints and renders %s, and Kubernetes knows every field', (values) => {
    const linted = lint(line, values)
    expect(linted.refused ?? '').toBe('')
    const { text, refused } = template(line, [values])
    expect(refused).toBeUndefined()
    expect(wrong(text)).toBe('')
    const upgraded = template(line, [values], '--is-upgrade')
    expect(wrong(upgraded.text)).toBe('')
  })
})

test('the schemas refuse a field that is misspelt, missing or of another type', () => {
  const { text } = template('HELM4', [small])
  expect(wrong(text.replace('periodSeconds: 3,', 'periodSecond: 3,'))).toContain('periodSecond')
  expect(wrong(text.replace('containerPort: 8080', 'containerPort: http'))).not.toBe('')
  expect(wrong(text.replace('apiVersion: apps/v1', 'apiVersion: apps/v1beta1'))).not.toBe('')
})

describe('values', () => {
  test.each([
    [{ imagee: {} }, /imagee/],
    [{ services: { course: { replica: 3 } } }, /replica\b/],
    [{ services: { course: { replicas: 'three' } } }, /services\/course\/replicas|services\.course\.replicas/],
    [{ services: { course: { needs: ['kafka'] } } }, /needs/],
    [{ logLevel: 'loud' }, /logLevel/],
    [{ url: 'learn.example.edu' }, /url/],
    [{ postgres: { tls: 'prefer' } }, /postgres[/.]tls/],
    [{ kafka: { replication: 30 } }, /replication/],
    [{ kafka: { brokers: 'kafka.example.edu' } }, /brokers/],
    [{ env: { DATABASE_PASSWORD: 'hunter2' } }, /DATABASE_PASSWORD|env/],
    [{ defaults: { resources: { limits: { memory: 'lots' } } } }, /memory/],
    [{ trustedAuthorities: [{ secret: 'a', configMap: 'b', key: 'c' }] }, /trustedAuthorities/],
  ])('%j is refused with the name of the value', (values, said) => {
    for (const line of ['HELM3', 'HELM4'] as const) expect(template(line, [small, values]).refused ?? 'taken').toMatch(said)
  })

  test.each([
    [{ inChart: { kafka: { enabled: false } } }, 'kafka.brokers is empty: name your own server, or set inChart.kafka.enabled to try out'],
    [{ redis: { host: 'redis.example.edu' } }, 'redis.host and inChart.redis.enabled are both given: one or the other'],
    [
      { postgres: { host: 'db', tls: 'verify-full' }, inChart: { postgres: { enabled: false } } },
      'postgres.secret.name: the secret with the password of postgres.user',
    ],
    [{ bytesUrl: 'http://localhost:8080' }, 'bytesUrl must be another host or port than url'],
    [{ ingress: { enabled: true } }, 'bytesUrl must be another host name than url for ingress or gateway'],
    [{ packageUrl: 'http://localhost:9000' }, 'packageUrl must be another host name than url'],
    [{ kafka: { sasl: { mechanism: 'plain' } } }, 'kafka.sasl needs user and secret.name'],
    [{ mail: { host: 'smtp', user: 'a' } }, 'mail.secret.name'],
    [{ services: { course: { autoscale: { enabled: true, min: 9 } } } }, 'services.course.autoscale: min is more than max'],
  ])('%j do not go together, and helm says why', (values, said) => {
    expect(template('HELM4', [small, values]).refused ?? 'taken').toContain(said)
  })

  test('the defaults alone are refused: somebody has to name servers', () => {
    expect(template('HELM4', [{}]).refused).toContain('is empty: name your own server')
  })

  test('every value of values.yaml is in the schema and has its comment, and small and large hold no password', () => {
    const lines = readFileSync(valuesFile('helm/lyceum/values.yaml'), 'utf8').split('\n')
    const bare = lines.filter((line, at) => /^[a-z][A-Za-z0-9]*:/.test(line) && !/^(#|[a-z])/.test(lines[at - 1] ?? ''))
    expect(bare).toEqual([])
    for (const values of [small, large]) expect(readFileSync(valuesFile(values), 'utf8')).not.toMatch(/password: *[^{\s]/)
  })
})

describe.each(everywhere)('with %s', (values) => {
  const all = objects([values])
  const every = pods(all)

  test('every pod is "restricted", reads its secrets from files, may ask nothing of the API and knows what it uses', () => {
    for (const { owner, spec } of every) {
      const name = owner.metadata.name
      expect([
        name,
        spec.automountServiceAccountToken,
        spec.securityContext.runAsNonRoot,
        spec.securityContext.seccompProfile.type,
      ]).toEqual([name, false, true, 'RuntimeDefault'])
      for (const one of spec.containers) {
        expect([name, one.securityContext]).toEqual([
          name,
          { allowPrivilegeEscalation: false, readOnlyRootFilesystem: true, capabilities: { drop: ['ALL'] } },
        ])
        expect([name, Object.keys(one.resources.requests ?? {}).sort(), Object.keys(one.resources.limits ?? {})]).toEqual([
          name,
          ['cpu', 'memory'],
          ['memory'],
        ])
        const secrets = (one.env ?? []).filter(
          ({ name: variable, value, valueFrom }) =>
            valueFrom || (/(PASSWORD|SECRET_KEY|ACCESS_KEY|PUSH_KEY|KEYS|AUTHORIZATION)$/.test(variable) && value),
        )
        // versitygw reads its keys from the environment alone
        if (!/-s3$/.test(name)) expect([name, secrets]).toEqual([name, []])
        for (const { mountPath, name: volume } of one.volumeMounts)
          expect([mountPath, spec.volumes.some((have) => have.name === volume) || volume === 'data']).toEqual([mountPath, true])
      }
    }
    expect(all.filter(({ kind }) => /Role/.test(kind))).toEqual([])
  })

  test('every variable is one that the target reads, every one it cannot do without is there, once', () => {
    const known = new Map(settings().map((one) => [one.name, one]))
    for (const { owner, spec } of every) {
      const [container] = spec.containers
      const target =
        /^--target=(.+)$/.exec(container?.args?.[0] ?? '')?.[1] ?? (owner.metadata.name.includes('-migrate-') ? 'migrate' : undefined)
      if (!target) continue
      const names = (container?.env ?? []).map(({ name }) => name.replace(/_FILE$/, ''))
      expect([target, names.filter((name, at) => names.indexOf(name) !== at)]).toEqual([target, []])
      expect([target, names.filter((name) => !known.has(name) || !reads(known.get(name)!, target))]).toEqual([target, []])
      const sasl = names.includes('KAFKA_SASL_MECHANISM')
      const needed = settings().filter(
        (one) => one.fallback === 'required' && reads(one, target) && (sasl || !/^KAFKA_(USERNAME|PASSWORD)$/.test(one.name)),
      )
      expect([target, needed.filter(({ name }) => !names.includes(name)).map(({ name }) => name)]).toEqual([target, []])
    }
  })

  test('the private key is the BFF’s alone', () => {
    const holders = every
      .filter(({ spec }) => JSON.stringify(spec.volumes).includes('actor-key.pem'))
      .map(({ owner }) => owner.metadata.labels['app.kubernetes.io/component'])
    expect(holders.sort()).toEqual(values === small ? ['bff'] : ['admin', 'bff'])
  })

  test('a pod is given the time it needs to go', () => {
    for (const { owner, spec } of every.filter(
      ({ owner: { kind, metadata } }) => kind === 'Deployment' && !metadata.name.endsWith('-admin'),
    )) {
      const [{ env = [], lifecycle } = { env: [], lifecycle: {} }] = spec.containers as {
        env?: { name: string; value?: string }[]
        lifecycle?: any
      }[]
      const seconds = (name: string) => Number(env.find((one) => one.name === name)?.value)
      expect([
        owner.metadata.name,
        spec.terminationGracePeriodSeconds > lifecycle.preStop.sleep.seconds + seconds('DRAIN_SECONDS') + seconds('STOP_SECONDS'),
      ]).toEqual([owner.metadata.name, true])
    }
  })

  test('each target has its deployment, service, budget and edges; both ends of an edge say the same', () => {
    const targets = all
      .filter(({ kind, metadata }) => kind === 'Deployment' && !metadata.name.endsWith('-admin'))
      .map(({ metadata }) => metadata.name)
    expect(targets).toHaveLength(10)
    for (const name of targets) for (const kind of ['Service', 'PodDisruptionBudget', 'NetworkPolicy']) named(all, kind, name)
    const policies = new Map(
      all
        .filter(({ kind }) => kind === 'NetworkPolicy')
        .map((one) => [one.spec.podSelector.matchLabels['app.kubernetes.io/component'] as string | undefined, one.spec]),
    )
    const peers = (rules: any[] = []) =>
      rules.flatMap(({ ports, to, from }) =>
        (to ?? from ?? []).flatMap((peer: any) => {
          const component = peer.podSelector?.matchLabels['app.kubernetes.io/component']
          return component ? [`${component}:${ports[0].port}`] : []
        }),
      )
    for (const [component, spec] of policies) {
      if (!component) continue
      for (const edge of peers(spec.egress)) {
        const [to, port] = edge.split(':')
        const other = policies.get(to)
        const open = other?.ingress?.some(({ ports, from }: any) => String(ports[0].port) === port && !from)
        expect([component, edge, open || peers(other?.ingress).includes(`${component}:${port}`)]).toEqual([component, edge, true])
      }
      for (const edge of peers(spec.ingress)) {
        const [from, port] = edge.split(':')
        expect([component, edge, peers(policies.get(from)?.egress).includes(`${component}:${port}`)]).toEqual([component, edge, true])
      }
    }
    expect(peers(policies.get('bff')?.egress).filter((edge) => /postgres|kafka|s3/.test(edge))).toEqual([])
  })
})

test('a service is added by a key', () => {
  const before = objects([small]).length
  const all = objects([small, { services: { forum: { needs: ['database', 'broker', 'cache'] } } }])
  expect(all.length - before).toBe(4)
  expect(named(all, 'Deployment', 'school-lyceum-forum').spec.template.spec.containers[0]?.args).toEqual(['--target=forum'])
  expect(JSON.stringify(named(all, 'Deployment', 'school-lyceum-bff').spec)).toContain('forum=http://school-lyceum-forum:8080')
})

test('the job of schemas is plain at an installation and a hook before an upgrade; the school is made once', () => {
  const job = (...more: string[]) =>
    objects([small], ...more)
      .filter(({ kind }) => kind === 'Job')
      .map(({ metadata }) => [metadata.name, metadata.annotations?.['helm.sh/hook'] ?? 'plain'])
  expect(job()).toEqual(
    expect.arrayContaining([
      ['school-lyceum-migrate-1', 'plain'],
      ['school-lyceum-school', 'plain'],
      ['school-lyceum-test', 'test'],
    ]),
  )
  expect(job('--is-upgrade')).toEqual(
    expect.arrayContaining([
      ['school-lyceum-migrate-1', 'pre-upgrade'],
      ['school-lyceum-test', 'test'],
    ]),
  )
  expect(job('--is-upgrade')).toHaveLength(2)
})

test('large is autoscaled: by processor, slow to go down; transcoding by its queue', () => {
  const all = objects([large])
  const { spec } = named(all, 'HorizontalPodAutoscaler', 'school-lyceum-course')
  expect(spec.behavior.scaleDown.policies).toEqual([{ type: 'Pods', value: 1, periodSeconds: 300 }])
  expect(named(all, 'Deployment', 'school-lyceum-course').spec.replicas).toBeUndefined()
  expect(named(all, 'HorizontalPodAutoscaler', 'school-lyceum-transcode').spec.metrics).toEqual([
    {
      type: 'External',
      external: {
        metric: { name: 'lyceum_jobs_waiting', selector: { matchLabels: { kind: 'transcode' } } },
        target: { type: 'AverageValue', averageValue: '2' },
      },
    },
  ])
})

test('two listeners under two names: calls without an end of their own, bytes under /bytes/ alone', () => {
  const [ingress, gateway] = [objects([large]), objects([own])]
  const paths = ingress
    .filter(({ kind }) => kind === 'Ingress')
    .map(({ spec }) => [spec.rules[0].host, spec.rules[0].http.paths[0].path, spec.rules[0].http.paths[0].backend.service.name])
  expect(paths).toEqual([
    ['learn.example.edu', '/', 'school-lyceum-bff'],
    ['files.learn.example.edu', '/bytes/', 'school-lyceum-upload'],
  ])
  const routes = gateway
    .filter(({ kind }) => kind === 'HTTPRoute')
    .map(({ spec }) => [spec.hostnames[0], spec.rules[0].matches[0].path.value, spec.rules[0].timeouts.request])
  expect(routes).toEqual([
    ['learn.example.edu', '/', '0s'],
    ['files.example.net', '/bytes/', '0s'],
  ])
})

test('the image copies the manifest of every workspace that runs', () => {
  const dockerfile = readFileSync(join(root, 'deploy/Dockerfile'), 'utf8')
  const services = [
    ...new Set(
      objects([small])
        .filter(({ kind }) => kind === 'Deployment')
        .map(({ metadata }) => metadata.name.replace('school-lyceum-', '')),
    ),
  ].filter((name) => !['bff', 'transcode'].includes(name))
  for (const name of services) {
    expect(dockerfile).toContain(`COPY services/${name}/package.json`)
    expect(dockerfile).toContain(`-w services/${name}`)
  }
})

describe("the chart's own servers", () => {
  const sets = objects([small]).filter(({ kind }) => kind === 'StatefulSet')
  test.each(sets.map((set) => [set.metadata.labels['app.kubernetes.io/component'], set] as const))(
    '%s may take ten minutes to come up before it is ended for not answering',
    (_, set) => {
      const [container] = set.spec.template.spec.containers
      expect(container).toMatchObject({ startupProbe: { periodSeconds: 1, failureThreshold: 600 }, livenessProbe: { periodSeconds: 10 } })
    },
  )
  test('a step that fails in the shell of one ends it: a server is never started over half a folder', () => {
    const shells = sets.flatMap(({ spec }) => spec.template.spec.containers.flatMap(({ args }) => args ?? []))
    expect(shells).toHaveLength(2)
    for (const shell of shells) expect(shell).toMatch(/^set -e/m)
  })
})
