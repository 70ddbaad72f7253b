// Validation against the schemas of contracts: one set of rules and one wording of what is wrong, for whole requests and for parts of them
// whose schema only a handler knows.
import AjvCompiler from '@fastify/ajv-compiler'
import type { FastifySchemaCompiler, FastifySchemaValidationError } from 'fastify'
import type { Static, TSchema } from 'typebox'
import { type ErrorCode, type FieldError, Problem } from './errors.ts'
import { faultAtLimit, narrowTimes } from './time-bounds.ts'

/** Bodies and path parameters are not coerced; query strings, which are text, are. `x-by-type` documents an object checked by a handler. */
export function schemaCompiler(): FastifySchemaCompiler<TSchema> {
  const build = AjvCompiler()
  const options = {
    allErrors: true,
    removeAdditional: false as const,
    useDefaults: true,
    coerceTypes: false as const,
    keywords: ['x-by-type'],
  }
  const asIs = build({}, { customOptions: options, onCreate: narrowTimes })
  const coerced = build({}, { customOptions: { ...options, coerceTypes: 'array' }, onCreate: narrowTimes })
  return (route) => (route.httpPart === 'querystring' ? coerced : asIs)(route)
}

/** The schema with unknown fields refused at every depth, unless a part of it allows them. */
export function refuseUnknownFields(schema: TSchema): TSchema {
  const walk = (node: unknown): unknown => {
    if (Array.isArray(node)) return node.map(walk)
    if (node === null || typeof node !== 'object') return node
    const copy = Object.fromEntries(Object.entries(node).map(([name, value]) => [name, walk(value)]))
    if (copy.type === 'object' && copy.properties && copy.additionalProperties === undefined) copy.additionalProperties = false
    return copy
  }
  return walk(schema) as TSchema
}

type Validate = { (value: unknown): unknown; errors?: FastifySchemaValidationError[] | null }
const compiled = new WeakMap<TSchema, Validate>()
const compile = schemaCompiler()

const validatorOf = (schema: TSchema): Validate => {
  let validate = compiled.get(schema)
  if (!validate) {
    validate = compile({ schema: refuseUnknownFields(schema), method: '', url: '', httpPart: 'body' }) as Validate
    compiled.set(schema, validate)
  }
  return validate
}

/** Whether a value is one that a body with this schema may be. */
export const fits = <T extends TSchema>(schema: T, value: unknown): value is Static<T> => Boolean(validatorOf(schema)(value))

/** The value of a body's field, checked as a body is; 400 names what is wrong as `<field>.<name>`. */
export function checked<T extends TSchema>(schema: T, value: unknown, field: string): Static<T> {
  const validate = validatorOf(schema)
  if (!validate(value)) throw validationProblem(validate.errors ?? [], field)
  return value as Static<T>
}

const fieldOf = ({ instancePath, keyword, params }: FastifySchemaValidationError, field: string | undefined): string => {
  const path = instancePath.slice(1).replaceAll('/', '.')
  const property =
    keyword === 'required' ? params.missingProperty : keyword === 'additionalProperties' ? params.additionalProperty : undefined
  return [field, path, property as string | undefined].filter(Boolean).join('.') || 'body'
}
const codes: Record<string, ErrorCode> = {
  required: 'field.required',
  additionalProperties: 'field.unknown',
  type: 'field.type',
  format: 'field.format',
  enum: 'field.choice',
  const: 'field.choice',
  minLength: 'field.tooShort',
  maxLength: 'field.tooLong',
  minimum: 'field.tooSmall',
  maximum: 'field.tooLarge',
  exclusiveMinimum: 'field.tooSmall',
  exclusiveMaximum: 'field.tooLarge',
  minItems: 'field.tooFew',
  maxItems: 'field.tooMany',
  pattern: 'field.format',
  anyOf: 'field.choice',
  oneOf: 'field.choice',
}
/** Most fields that one answer names; a body of 1 MiB can have 70,000 wrong ones. */
const maxFields = 50

/** 400 with every field that is wrong; `field` is the one that the schema describes, where that is not the whole body. */
export function validationProblem(list: FastifySchemaValidationError[], field?: string): Problem {
  // without a prototype: an unknown field may be called constructor
  const fields: Record<string, FieldError[]> = Object.create(null)
  for (const one of list.slice(0, maxFields)) {
    const { limit, format } = one.params as { limit?: number | string; format?: string }
    const fieldError: FieldError = {
      ...(typeof limit === 'string'
        ? faultAtLimit(limit)
        : {
            code: codes[one.keyword] ?? 'field.invalid',
            params: { ...(limit !== undefined && { limit }), ...(format && { format }) },
          }),
      message: one.message,
    }
    const name = fieldOf(one, field)
    fields[name] ??= []
    if (!fields[name].some(({ code }) => code === fieldError.code)) fields[name].push(fieldError)
  }
  return new Problem(400, 'invalid', { fields })
}
