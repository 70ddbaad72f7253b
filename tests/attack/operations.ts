// The calls from a stranger's view: read from the OpenAPI document of the instance alone.
export type Schema = {
  type?: string | string[]
  format?: string
  pattern?: string
  enum?: unknown[]
  const?: unknown
  properties?: Record<string, Schema>
  patternProperties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  anyOf?: Schema[]
  allOf?: Schema[]
  minLength?: number
  maxLength?: number
  minimum?: number
}
export type Operation = {
  /** 'PUT /api/courses/:id' */
  key: string
  summary: string
  method: string
  /** With {names}. */
  path: string
  params: string[]
  query: { name: string; required: boolean; schema: Schema }[]
  scope: 'header' | 'query' | 'none'
  body?: Schema
  example?: Record<string, unknown>
}
type Parameter = { name: string; in: string; required: boolean; schema: Schema }
type Described = {
  summary?: string
  parameters: Parameter[]
  requestBody?: { content: Record<string, { schema: Schema; example?: Record<string, unknown> }> }
}

export async function readOperations(url: string): Promise<Operation[]> {
  const { paths } = (await (await fetch(`${url}/api/openapi.json`)).json()) as { paths: Record<string, Record<string, Described>> }
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([name, { summary = '', parameters, requestBody }]) => {
      const method = name.toUpperCase()
      const { schema, example } = Object.values(requestBody?.content ?? {})[0] ?? {}
      const scope = parameters.find((one) => one.name.toLowerCase() === 'request-scope') ? 'header' : undefined
      return {
        key: `${method} ${path.replace(/\{(\w+)\}/g, ':$1')}`,
        summary,
        method,
        path,
        params: parameters.filter((one) => one.in === 'path').map((one) => one.name),
        query: parameters.filter((one) => one.in === 'query' && one.name !== 'scope'),
        scope: scope ?? (parameters.some((one) => one.name === 'scope') ? 'query' : 'none'),
        ...(schema && { body: schema }),
        ...(example && { example }),
      } satisfies Operation
    }),
  )
}

export const isWrite = ({ method }: Operation): boolean => method !== 'GET' && method !== 'HEAD'
export const typesOf = ({ type }: Schema): string[] => (Array.isArray(type) ? type : type ? [type] : [])

/** The object form of a body that has several forms. */
export const objectOf = (schema: Schema): Schema => {
  const one = schema.anyOf?.find((form) => typesOf(form).includes('object')) ?? schema
  if (!one.allOf) return one
  return {
    type: 'object',
    properties: Object.assign({}, ...one.allOf.map((part) => objectOf(part).properties)),
    required: one.allOf.flatMap((part) => objectOf(part).required ?? []),
  }
}

export type Field = { path: string[]; schema: Schema }
/** Every leaf of a body: an item of a list has the name '0'. */
export function fieldsOf(schema: Schema, path: string[] = []): Field[] {
  const own = objectOf(schema)
  if (own.properties) return Object.entries(own.properties).flatMap(([name, one]) => fieldsOf(one, [...path, name]))
  if (own.patternProperties) return Object.values(own.patternProperties).flatMap((one) => fieldsOf(one, [...path, 'note']))
  if (typesOf(own).includes('array') && own.items) return fieldsOf(own.items, [...path, '0'])
  return [{ path, schema: own }]
}

/** A copy of `body` with `value` at the path; missing objects on the way are created. */
export function withField(body: unknown, [name, ...rest]: string[], value: unknown): unknown {
  if (name === undefined) return value
  if (name === '0')
    return [withField(Array.isArray(body) ? body[0] : undefined, rest, value), ...(Array.isArray(body) ? body.slice(1) : [])]
  return { ...(body as object), [name]: withField((body as Record<string, unknown> | undefined)?.[name], rest, value) }
}

/** Whether the field takes free text: no enumeration, no pattern that excludes signs, no format. */
export const isText = ({ schema }: Field): boolean =>
  typesOf(schema).includes('string') && !schema.enum && !schema.pattern && !schema.format && (schema.maxLength ?? 1000) >= 30
export const isId = ({ schema }: Field): boolean => typesOf(schema).includes('string') && schema.format === 'uuid'
