// The chart as helm renders it, and its types.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('../../', import.meta.url))
const chart = join(root, 'helm/lyceum')

type Container = {
  name: string
  image: string
  args?: string[]
  env?: { name: string; value?: string; valueFrom?: object }[]
  resources: { requests?: Record<string, string>; limits?: Record<string, string> }
  volumeMounts: { name: string; mountPath: string }[]
  securityContext: { allowPrivilegeEscalation: boolean; readOnlyRootFilesystem: boolean; capabilities: { drop: string[] } }
  [more: string]: unknown
}
export type PodSpec = {
  containers: Container[]
  volumes: { name: string; secret?: object; projected?: object; emptyDir?: object }[]
  automountServiceAccountToken: boolean
  securityContext: { runAsNonRoot: boolean; runAsUser: number; seccompProfile: { type: string } }
  terminationGracePeriodSeconds: number
  [more: string]: unknown
}
export type Rendered = {
  apiVersion: string
  kind: string
  metadata: { name: string; annotations?: Record<string, string>; labels: Record<string, string> }
  spec: { template: { metadata: { labels: Record<string, string> }; spec: PodSpec } } & Record<string, any>
  data?: Record<string, string>
}

/** helm's output, or its error text in `refused`. */
export function helm(line: 'HELM3' | 'HELM4', ...args: string[]): { text: string; refused?: string } {
  try {
    const text = execFileSync(process.env[line] ?? line.toLowerCase(), args, {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
      maxBuffer: 2 ** 26,
    })
    return { text }
  } catch (error) {
    return { text: '', refused: String((error as { stderr: string }).stderr) }
  }
}

const folder = mkdtempSync(join(tmpdir(), 'lyceum-chart-'))
/** The name of a values file of the chart, or of one that holds `values`. */
export function valuesFile(values: string | object): string {
  if (typeof values === 'string') return join(root, values)
  const file = join(folder, `${Math.random().toString(36).slice(2)}.json`)
  writeFileSync(file, JSON.stringify(values))
  return file
}

export const template = (line: 'HELM3' | 'HELM4', values: (string | object)[], ...more: string[]) =>
  helm(
    line,
    'template',
    'school',
    chart,
    '--namespace',
    'lyceum',
    '--kube-version',
    '1.35.0',
    ...values.flatMap((one) => ['-f', valuesFile(one)]),
    ...more,
  )

export const lint = (line: 'HELM3' | 'HELM4', values: string) =>
  helm(line, 'lint', '--strict', chart, '--kube-version', '1.35.0', '-f', valuesFile(values))
