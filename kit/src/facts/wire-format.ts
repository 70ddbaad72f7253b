// The wire format of facts: CloudEvents attributes as headers, proto3 JSON as value, with proto field names and zero values written, so
// that the topics can be read without our code.
import { create, type DescMessage, fromJsonString, type MessageInitShape, type MessageShape, toJsonString } from '@bufbuild/protobuf'
import type { UserActionSchema } from '@lyceum/proto/statistics'

export type Fact = {
  id: string
  /** Full proto name: lyceum.course.v1.CoursePublished. */
  type: string
  /** The aggregate: course:<id>. Facts of one key keep their order. */
  key: string
  org: string
  actor?: string
  version?: bigint
  time: Date
  traceparent?: string
  /** One of thousands that a roster makes: pages get no hint of it and people no notification. */
  quiet?: true
}

/** A record of the log. A null value is a tombstone: the key is erased. */
export type FactRecord = { key: string; value: string | null; headers: Record<string, string> }

/** lyceum.course.v1.CoursePublished → lyceum.course.v1 */
export const topicOf = (type: string): string => type.slice(0, type.lastIndexOf('.'))
/** lyceum.course.v1.CoursePublished → coursePublished */
export const factName = (type: string): string => {
  const name = type.slice(type.lastIndexOf('.') + 1)
  return name.slice(0, 1).toLowerCase() + name.slice(1)
}
/** course → lyceum.course.v1 */
export const topicFor = (service: string): string => `lyceum.${service}.v1`
export const userActions = 'lyceum.user-actions.v1'
/** Topics whose records are the whole state of their key: only the last of each is kept. */
export const isCompacted = (topic: string): boolean => topic === topicFor('identity')

export const toValue = <D extends DescMessage>(schema: D, data: MessageInitShape<D>): string =>
  toJsonString(schema, create(schema, data), { alwaysEmitImplicit: true, useProtoFieldName: true })

/** Throws when the value is not JSON or a field has the wrong type. The empty value reads as a message without fields. */
export const fromValue = <D extends DescMessage>(schema: D, value: string | null): MessageShape<D> =>
  value === null ? create(schema) : fromJsonString(schema, value, { ignoreUnknownFields: true })

export function toHeaders(fact: Fact): Record<string, string> {
  return {
    ce_specversion: '1.0',
    ce_id: fact.id,
    ce_source: `/lyceum/${fact.type.split('.')[1]}`,
    ce_type: fact.type,
    ce_time: fact.time.toISOString(),
    ce_subject: fact.key,
    ce_orgid: fact.org,
    ...(fact.actor && { ce_actorid: fact.actor }),
    ...(fact.version !== undefined && { ce_version: String(fact.version) }),
    ...(fact.traceparent && { traceparent: fact.traceparent }),
    ...(fact.quiet && { ce_quiet: 'true' }),
    'content-type': 'application/json',
  }
}

/** undefined when the record is not one of ours: no id or no type. */
export function fromHeaders(headers: Record<string, string>, key: string): Fact | undefined {
  const { ce_id: id, ce_type: type, ce_time: time } = headers
  if (!id || !type) return undefined
  return {
    id,
    type,
    key: headers.ce_subject ?? key,
    org: headers.ce_orgid ?? '',
    time: new Date(time ?? 0),
    ...(headers.ce_actorid && { actor: headers.ce_actorid }),
    ...(headers.ce_version && { version: BigInt(headers.ce_version) }),
    ...(headers.traceparent && { traceparent: headers.traceparent }),
    ...(headers.ce_quiet === 'true' && { quiet: true }),
  }
}

export type UserAction = Omit<MessageInitShape<typeof UserActionSchema>, '$typeName' | '$unknown'> & {
  id: string
  orgId: string
  action: string
}
/** A user action as the topic holds it: keyed by its person, by its own id for a visitor. Written without protobuf, with the result of toValue: they are many. */
export const userAction = (data: UserAction): { key: string; value: string } => ({
  key: data.userId ? `person:${data.userId}` : `action:${data.id}`,
  value: JSON.stringify({
    id: data.id,
    org_id: data.orgId,
    user_id: data.userId,
    course_id: data.courseId,
    action: data.action,
    attributes: data.attributes ?? {},
    screen_width: data.screenWidth ?? 0,
    screen_height: data.screenHeight ?? 0,
    path: data.path ?? '',
    occurred_at: data.occurredAt ?? '',
    received_at: data.receivedAt ?? '',
  }),
})
