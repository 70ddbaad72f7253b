// A service's handlers of other services' facts: a line per fact.
import type { DescMessage, MessageShape } from '@bufbuild/protobuf'
import type { Tx } from '../database/database.ts'
import { type Fact, factName, topicFor, topicOf } from './wire-format.ts'

export type HandledFact = Fact & {
  /** True when this service has applied it before and rebuilds its state. */
  rebuilding: boolean
  /** Whether people may be notified of it (mail, push, webhooks): never in a rebuild, never of a quiet fact or one older than a day. */
  mayNotify: boolean
}
export type Handler = { schema: DescMessage; handle(tx: never, data: never, fact: HandledFact): Promise<unknown> }

/** producer → fact → handler: { course: { coursePublished: on(CoursePublishedSchema, notifyStudents) } } */
export type Consumers = { [service: string]: { [fact: string]: Handler } | undefined }

/** A handler, which runs in the transaction that also moves the position: both are committed, or neither. `tx` is the service's own. */
export const on = <D extends DescMessage, T = Tx>(
  schema: D,
  handle: (tx: T, data: MessageShape<D>, fact: HandledFact) => Promise<unknown>,
): Handler => ({ schema, handle: handle as never })

/** Merges tables: of two handlers of the same fact both run, in this order. */
export function merge(...tables: Consumers[]): Consumers {
  const merged: { [service: string]: { [fact: string]: Handler } } = {}
  for (const table of tables) {
    for (const [service, lines] of Object.entries(table)) {
      const target = (merged[service] ??= {})
      for (const [name, handler] of Object.entries(lines ?? {})) {
        const first = target[name]
        target[name] =
          first === undefined
            ? handler
            : {
                schema: handler.schema,
                async handle(tx, data, fact) {
                  await first.handle(tx, data, fact)
                  await handler.handle(tx, data, fact)
                },
              }
      }
    }
  }
  return merged
}

const handlerCache = new WeakMap<Consumers, Map<string, Handler>>()

/** Full type → handler. Throws when a line's name is not that of its schema. */
export function handlersOf(consumers: Consumers): Map<string, Handler> {
  const cached = handlerCache.get(consumers)
  if (cached) return cached
  const handlers = new Map<string, Handler>()
  for (const [service, lines] of Object.entries(consumers)) {
    for (const [name, handler] of Object.entries(lines ?? {})) {
      const type = handler.schema.typeName
      const topic = service === 'user-actions' ? 'lyceum.statistics.v1' : topicFor(service)
      if (factName(type) !== name || topicOf(type) !== topic) throw new Error(`the consumer line ${service}.${name} handles ${type}`)
      handlers.set(type, handler)
    }
  }
  handlerCache.set(consumers, handlers)
  return handlers
}

export const topicsOf = (consumers: Consumers): string[] =>
  Object.entries(consumers)
    .filter(([, lines]) => Object.keys(lines ?? {}).length > 0)
    .map(([service]) => topicFor(service))
