// The OpenAPI 3.1 document of the public calls. It uses JSON Schema, so it contains the table's schemas unchanged.
import type { TObject } from 'typebox'
import { anonymousPath, type Call, isWrite, methodAndPath, type Table } from './contract.ts'

const problem = {
  type: 'object',
  required: ['code', 'message', 'params', 'errors', 'details', 'request_id'],
  properties: {
    code: { type: 'string' },
    message: { type: 'string' },
    params: { type: 'object' },
    request_id: { type: 'string' },
    errors: { type: 'object', additionalProperties: { type: 'array', items: { type: 'string' } } },
    details: { type: 'object', additionalProperties: { type: 'array', items: { type: 'object' } } },
  },
}
/** Descriptions of refusals by their status. */
const meanings: Record<string, string> = {
  400: 'What was sent is not right; errors names the fields',
  401: 'Not signed in',
  403: 'Not allowed',
  404: 'Not there',
  408: 'Too slow',
  409: 'Something else happened before',
  410: 'Ended',
  413: 'Too large',
  414: 'A part of the address is too long',
  415: 'Not a media type of this call',
  422: 'Understood, but it cannot be done',
  429: 'Too many requests; Retry-After says when',
  431: 'The address or the headers are too long',
  503: 'For a moment not possible; Retry-After says when',
}

const parametersOf = (location: 'path' | 'query', object: TObject | undefined) =>
  Object.entries<object>(object?.properties ?? {}).map(([name, schema]) => ({
    name,
    in: location,
    required: location === 'path' || ((object?.required ?? []) as string[]).includes(name),
    schema,
  }))

const scopeParameter = ({ scope = 'header' }: Call) =>
  scope === 'none'
    ? []
    : [
        {
          name: scope === 'header' ? 'Request-Scope' : 'scope',
          in: scope,
          required: true,
          schema: { type: 'string', format: 'uuid' },
          description: 'The organisation',
        },
      ]

function operation(key: string, call: Call) {
  const [method] = methodAndPath(key)
  const status = call.status ?? 200
  const bytes = call.kind === 'bytes' || call.kind === 'stream'
  const media = call.kind === 'form' ? 'application/x-www-form-urlencoded' : bytes ? 'application/octet-stream' : 'application/json'
  const refusal = { description: '', content: { 'application/json': { schema: { $ref: '#/components/schemas/Problem' } } } }
  const statuses = [
    '400',
    '401',
    '403',
    '404',
    '408',
    '413',
    '414',
    '415',
    '429',
    '431',
    '503',
    ...(isWrite(method) ? ['409', '422'] : []),
    ...(call.errors?.length ? ['409', '410', '422'] : []),
  ]
  return {
    operationId: key,
    summary: call.summary,
    'x-may': call.may,
    ...(call.anonymous && { 'x-anonymous': anonymousPath(methodAndPath(key)[1]) }),
    ...(call.errors && { 'x-errors': call.errors }),
    parameters: [...parametersOf('path', call.params), ...parametersOf('query', call.query), ...scopeParameter(call)],
    ...(call.body && {
      requestBody: { required: true, content: { [media]: { schema: call.body, ...(call.example && { example: call.example }) } } },
    }),
    responses: {
      [status]:
        status === 204 || status === 302
          ? { description: status === 204 ? 'Done' : 'Elsewhere' }
          : { description: 'OK', content: { [bytes ? 'application/octet-stream' : 'application/json']: { schema: call.reply } } },
      ...(call.mayBeEmpty && { 204: { description: 'There is none' } }),
      ...Object.fromEntries([...new Set(statuses)].map((code) => [code, { ...refusal, description: meanings[code] }])),
    },
  }
}

export function openapi(title: string, version: string, table: Table) {
  const paths: Record<string, Record<string, object>> = {}
  for (const [key, call] of Object.entries(table).sort(([a], [b]) => (a < b ? -1 : 1))) {
    const [method, path] = methodAndPath(key)
    if (path.startsWith('/internal-api/')) continue
    const item = (paths[path.replace(/:(\w+)/g, '{$1}')] ??= {})
    item[method.toLowerCase()] = operation(key, call)
  }
  return { openapi: '3.1.0', info: { title, version }, paths, components: { schemas: { Problem: problem } } }
}
