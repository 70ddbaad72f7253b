// Strict schemas for kubeconform, from the compact file beside this: no unknown field, and none missing. Kinds outside Kubernetes (Gateway
// API, Prometheus operator) are checked for the few fields that the chart writes.
import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

type Schema = Record<string, any>
type Compact = { kinds: Record<string, string>; intOrString: string; quantity: string; definitions: Record<string, Schema> }

const text = { type: 'string' }
const words = { type: 'object', additionalProperties: text }
const object = (properties: Schema, required: string[] = Object.keys(properties)): Schema => ({
  type: 'object',
  additionalProperties: false,
  properties,
  required,
})
const list = (items: Schema): Schema => ({ type: 'array', items, minItems: 1 })
const metadata = object({ name: text, labels: words, annotations: words }, ['name', 'labels'])
const custom: Record<string, Schema> = {
  'gateway.networking.k8s.io/v1/HTTPRoute': object({
    parentRefs: list(object({ name: text, namespace: text, sectionName: text }, ['name'])),
    hostnames: list(text),
    rules: list(
      object({
        matches: list(object({ path: object({ type: { enum: ['PathPrefix'] }, value: text }) })),
        timeouts: object({
          request: { type: 'string', pattern: '^\\d+(ms|s|m|h)$' },
          backendRequest: { type: 'string', pattern: '^\\d+(ms|s|m|h)$' },
        }),
        backendRefs: list(object({ name: text, port: { type: 'integer' } })),
      }),
    ),
  }),
  'monitoring.coreos.com/v1/ServiceMonitor': object({
    selector: object({ matchLabels: words }),
    endpoints: list(object({ port: text, path: text, interval: { type: 'string', pattern: '^\\d+s$' } })),
  }),
  'monitoring.coreos.com/v1/PrometheusRule': object({
    groups: list(
      object({
        name: text,
        rules: list(object({ alert: text, expr: text, for: { type: 'string', pattern: '^\\d+m$' }, labels: words, annotations: words })),
      }),
    ),
  }),
}

/** Every object closed, and null where a field need not be. */
function strict(value: unknown): void {
  if (Array.isArray(value)) for (const one of value) strict(one)
  else if (value !== null && typeof value === 'object') {
    const schema = value as Schema
    if (schema['x-kubernetes-int-or-string'] || schema.format === 'int-or-string') {
      delete schema.type
      delete schema.format
      schema.oneOf = [{ type: 'string' }, { type: 'integer' }]
    }
    if (schema.properties && typeof schema.properties === 'object' && !('additionalProperties' in schema))
      schema.additionalProperties = false
    for (const one of Object.values(schema)) strict(one)
  }
}

/** A folder for kubeconform's -schema-location. */
export function schemaFolder(): string {
  const { kinds, intOrString, quantity, definitions } = JSON.parse(
    readFileSync(new URL('kubernetes-1.35.json', import.meta.url), 'utf8'),
  ) as Compact
  strict(definitions)
  definitions[intOrString] = { oneOf: [{ type: 'string' }, { type: 'integer' }] }
  definitions[quantity] = { oneOf: [{ type: 'string' }, { type: 'number' }] }
  const folder = mkdtempSync(join(tmpdir(), 'lyceum-schemas-'))
  mkdirSync(folder, { recursive: true })
  const write = (apiVersion: string, kind: string, schema: Schema) => {
    const [group, version] = apiVersion.includes('/') ? (apiVersion.split('/') as [string, string]) : ['', apiVersion]
    const suffix = `-${group ? `${group.split('.')[0]}-` : ''}${version}`
    writeFileSync(join(folder, `${kind}${suffix}.json`.toLowerCase()), JSON.stringify(schema))
  }
  for (const [name, id] of Object.entries(kinds)) {
    const [kind = '', ...group] = name.split('/').reverse()
    const apiVersion = group.reverse().join('/')
    const schema = definitions[id] as Schema
    const properties = { ...schema.properties, apiVersion: { enum: [apiVersion] }, kind: { enum: [kind] } }
    write(apiVersion, kind, { ...schema, properties, required: ['apiVersion', 'kind', 'metadata'], definitions })
  }
  for (const [name, spec] of Object.entries(custom)) {
    const at = name.lastIndexOf('/')
    write(
      name.slice(0, at),
      name.slice(at + 1),
      object({ apiVersion: { enum: [name.slice(0, at)] }, kind: { enum: [name.slice(at + 1)] }, metadata, spec }),
    )
  }
  return folder
}
