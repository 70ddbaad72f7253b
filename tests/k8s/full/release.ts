// Lyceum on the cluster: installation, orders and inspection, all through kubectl and helm, as an operator would.
import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { stack } from '../../../deploy/stack/config.ts'
import type { Cluster } from './cluster.ts'
import type { Report } from './judge.ts'

export const namespace = 'lyceum-proof'
const name = 'lyceum'
const chart = join(stack.root, 'helm/lyceum')
export const targets = ['bff', 'identity', 'course', 'activity', 'upload', 'calendar', 'notification', 'statistics', 'import', 'transcode']

export type Pod = { name: string; component: string; ready: boolean; going: boolean; container: string; uid: string; restarts: number }
export type Lyceum = ReturnType<typeof lyceumOn>

type PodJson = {
  metadata: { name: string; uid: string; labels?: Record<string, string>; deletionTimestamp?: string; ownerReferences?: { kind: string }[] }
  status: { phase: string; containerStatuses?: { ready: boolean; containerID?: string; restartCount: number }[] }
}

type Values = { [name: string]: unknown }
const isMap = (value: unknown): value is Values => typeof value === 'object' && value !== null && !Array.isArray(value)
/** Merges one values file over another as helm does. */
const merged = (one: Values, over: Values): Values =>
  Object.fromEntries(
    [...new Set([...Object.keys(one), ...Object.keys(over)])].map((key) => {
      const [below, above] = [one[key], over[key]]
      return [key, isMap(below) && isMap(above) ? merged(below, above) : (above ?? below)]
    }),
  )

/** `values`: passed to every helm command beside the chart's small.yaml. */
export function lyceumOn(cluster: Cluster, values: Values, registry: string, own?: string) {
  const kubectl = async (...args: string[]) => {
    const said = await cluster.run('kubectl', ['-n', namespace, ...args])
    if (said.code !== 0) throw new Error(`kubectl ${args.join(' ').slice(0, 200)}: ${said.error.slice(-600)}`)
    return said.text
  }
  const apply = async (object: object) => {
    const said = await cluster.run('kubectl', ['-n', namespace, 'apply', '-f', '-'], JSON.stringify(object))
    if (said.code !== 0) throw new Error(said.error.slice(-600))
  }
  const helm = (...args: string[]) => cluster.run('helm', [...args, '-n', namespace])

  const revision = async () => {
    const { text } = await helm('history', name, '-o', 'json')
    return (JSON.parse(text) as { revision: number; status: string }[]).findLast(({ status }) => status === 'deployed')!.revision
  }

  async function pods(component?: string): Promise<Pod[]> {
    const { items } = JSON.parse(await kubectl('get', 'pods', '-o', 'json')) as { items: PodJson[] }
    return items
      .filter(({ metadata, status }) => !metadata.ownerReferences?.some(({ kind }) => kind === 'Job') && status.phase !== 'Succeeded')
      .map(({ metadata, status }) => ({
        name: metadata.name,
        uid: metadata.uid,
        component: metadata.labels?.['app.kubernetes.io/component'] ?? '',
        ready: status.containerStatuses?.[0]?.ready ?? false,
        going: metadata.deletionTimestamp !== undefined,
        container: (status.containerStatuses?.[0]?.containerID ?? '').replace('containerd://', ''),
        restarts: status.containerStatuses?.[0]?.restartCount ?? 0,
      }))
      .filter((pod) => component === undefined || pod.component === component)
  }

  return {
    cluster,
    kubectl,
    helm,
    pods,
    apply,
    /** `helm upgrade --install` with a release of ours; answers helm's output, refused or not. */
    deploy: async (
      release: string,
      { more = {}, timeout = '600s', wait = true }: { more?: Values; timeout?: string; wait?: boolean } = {},
    ) => {
      const given = merged(merged(values, more), { image: { registry, tag: release } })
      const args = [
        'upgrade',
        '--install',
        name,
        chart,
        '-f',
        join(chart, 'values/small.yaml'),
        ...(own ? ['-f', own] : []),
        '-f',
        '-',
        '--timeout',
        timeout,
      ]
      return await cluster.run('helm', [...args, ...(wait ? ['--wait'] : []), '-n', namespace, '--create-namespace'], JSON.stringify(given))
    },
    rollback: (revision: number) => helm('rollback', name, String(revision), '--wait', '--timeout', '600s'),
    revision,
    /** The running release; a release that was refused afterwards is not it. */
    async tag(): Promise<string> {
      const { text } = await helm('get', 'values', name, '--revision', String(await revision()), '-o', 'json')
      return (JSON.parse(text) as { image: { tag: string } }).image.tag
    },
    test: () => helm('test', name, '--timeout', '300s'),
    /** Removes the release and its data. */
    remove: async () => {
      await helm('uninstall', name, '--wait', '--timeout', '300s')
      await cluster.run('kubectl', ['delete', 'namespace', namespace, '--timeout=300s'])
    },
    /** Waits until every pod of the components is ready, `count` of each where given. */
    async settled(components: string[], count?: number, seconds = 300): Promise<number> {
      const began = Date.now()
      let last: Pod[] = []
      for (const end = began + seconds * 1000; Date.now() < end; await sleep(500)) {
        last = (await pods()).filter(({ component }) => components.includes(component))
        const well = components.every((one) => {
          const mine = last.filter(({ component }) => component === one)
          return mine.length > 0 && mine.every(({ ready, going }) => ready && !going) && (count === undefined || mine.length === count)
        })
        if (well) return (Date.now() - began) / 1000
      }
      const waiting = last.filter(({ ready, going }) => !ready || going).map((pod) => pod.name)
      throw new Error(`not settled in ${seconds} s: ${waiting.join(', ') || `${last.length} pods`}`)
    },
    /** The pod with the load (load.ts). */
    async people(release: string): Promise<void> {
      const labels = { app: 'lyceum-people' }
      await apply({
        apiVersion: 'v1',
        kind: 'ConfigMap',
        metadata: { name: 'people' },
        data: { 'load.ts': readFileSync(join(import.meta.dirname, 'load.ts'), 'utf8') },
      })
      const plain = { allowPrivilegeEscalation: false, readOnlyRootFilesystem: true, capabilities: { drop: ['ALL'] } }
      const env = Object.entries({
        // the Service's own address from Kubernetes: names are not measured
        BASE: 'http://$(LYCEUM_BFF_SERVICE_HOST):8080',
        BYTES: 'http://$(LYCEUM_UPLOAD_SERVICE_HOST):8081',
        LOGIN: 'admin@example.edu',
        PASSWORD_FILE: '/run/own/admin-password',
      }).map(([key, value]) => ({ name: key, value }))
      await apply({
        apiVersion: 'v1',
        kind: 'Pod',
        metadata: { name: 'people', labels },
        spec: {
          restartPolicy: 'Never',
          automountServiceAccountToken: false,
          securityContext: { runAsNonRoot: true, runAsUser: 10001, fsGroup: 10001, seccompProfile: { type: 'RuntimeDefault' } },
          containers: [
            {
              name: 'people',
              image: `${registry}lyceum-transcode:${release}`,
              imagePullPolicy: 'IfNotPresent',
              command: ['node', '/people/load.ts'],
              env,
              readinessProbe: { httpGet: { path: '/', port: 9900 }, periodSeconds: 1 },
              securityContext: plain,
              // the measuring pod must not be the one that waits
              resources: { requests: { cpu: '200m', memory: '128Mi' } },
              volumeMounts: [
                { name: 'code', mountPath: '/people' },
                { name: 'own', mountPath: '/run/own' },
                { name: 'tmp', mountPath: '/tmp' },
              ],
            },
          ],
          volumes: [
            { name: 'code', configMap: { name: 'people' } },
            { name: 'own', secret: { secretName: `${name}-secrets`, items: [{ key: 'admin-password', path: 'admin-password' }] } },
            { name: 'tmp', emptyDir: {} },
          ],
        },
      })
      await kubectl('wait', '--for=condition=Ready', 'pod/people', '--timeout=120s')
    },
    /** An order to the load, repeated until it is done; see load.ts. The connection through the API server may be cut at any time. */
    async order<T = Report>(path: string, seconds = 900): Promise<T> {
      const address = `/api/v1/namespaces/${namespace}/pods/people:9900/proxy${path}${path.includes('?') ? '&' : '?'}id=${randomUUID()}`
      let last = ''
      for (const end = Date.now() + seconds * 1000; Date.now() < end; await sleep(last ? 1000 : 50)) {
        const said = await cluster.run('kubectl', ['get', '--raw', address])
        last = said.code === 0 ? '' : `${said.error.slice(0, 200)} ${said.text.slice(0, 600)}`
        if (last) continue
        const answer = JSON.parse(said.text) as { value?: T; error?: string }
        if (answer.error) throw new Error(`${path}: ${answer.error}`)
        if ('value' in answer) return answer.value as T
      }
      throw new Error(`${path}: ${last || 'not done in time'}`)
    },
    /** Requests a pod's eviction as `kubectl drain` does: refused while its budget would be broken. */
    async evict(pod: string): Promise<boolean> {
      const object = { apiVersion: 'policy/v1', kind: 'Eviction', metadata: { name: pod, namespace } }
      const path = `/api/v1/namespaces/${namespace}/pods/${pod}/eviction`
      const said = await cluster.run('kubectl', ['create', '--raw', path, '-f', '-'], JSON.stringify(object))
      if (said.code !== 0 && !/disruption budget|TooManyRequests/i.test(said.error)) throw new Error(said.error.slice(-300))
      return said.code === 0
    },
  }
}
