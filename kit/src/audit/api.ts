// The contract of the call that lists a service's audit log. Every service has the same, under its own name; the BFF's GET /api/audit joins them.
import { type Static, Type } from 'typebox'
import { Id, nullable, Time } from '../calls/shapes.ts'
import type { Call } from '../calls/contract.ts'

const Values = nullable(Type.Object({}, { additionalProperties: true }))

export const AuditLine = Type.Object({
  id: Type.String(),
  at: Type.String(),
  /** Null: the command line, or the system itself. */
  actor: nullable(Type.String()),
  session: nullable(Type.String()),
  address: nullable(Type.String()),
  action: Type.String(),
  /** The key of the changed thing's facts: `course:<id>`. */
  subject: Type.String(),
  /** Whom it concerns. */
  person: nullable(Type.String()),
  course: nullable(Type.String()),
  before: Values,
  after: Values,
})
export type AuditLine = Static<typeof AuditLine>

export const AuditQuery = Type.Object({
  before: Type.Optional(Type.String({ ...Id, description: 'the last id of the page before; lines come newest first' })),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, default: 50 })),
  actor: Type.Optional(Id),
  person: Type.Optional(Id),
  course: Type.Optional(Id),
  action: Type.Optional(Type.String({ maxLength: 100 })),
  from: Type.Optional(Time),
  to: Type.Optional(Time),
})
export type AuditQuery = Static<typeof AuditQuery>

const call = {
  summary: 'The audit log of this service alone, newest first; GET /api/audit joins all',
  may: 'audit.read',
  management: true,
  query: AuditQuery,
  reply: Type.Object({ items: Type.Array(AuditLine), more: Type.Boolean() }),
  errors: ['authCode.needed'],
} as const satisfies Call

type AuditKey<Service extends string> = `GET /api/audit/${Service}`
export const auditKey = <const Service extends string>(service: Service): AuditKey<Service> => `GET /api/audit/${service}`

/** The contract table of a service's log. A service that has it in its contracts answers it: startService mounts it. */
export const auditCalls = <const Service extends string>(service: Service) =>
  ({ [auditKey(service)]: call }) as Record<AuditKey<Service>, typeof call>
