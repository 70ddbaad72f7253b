// What a service does with other services' facts: a line per fact.
import type { DescMessage, MessageShape } from '@bufbuild/protobuf'
import type { Tx } from './db.ts'
import { type Fact, factName, topicFor, topicOf } from './facts.ts'

export type HandledFact = Fact & {
  /** This service has handled it before and builds its state anew. */
  rebuilding: boolean
  /** Whether mail, push and webhooks may be made for it: never in a rebuild, never for a fact older than a day. */
  outward: boolean
}
export type Handler = { schema: DescMessage; handle(tx: never, data: never, fact: HandledFact): Promise<unknown> }

/** producer → fact → handler: { course: { coursePublished: on(CoursePublishedSchema, tellStudents) } } */
export type Consumers = { [service: string]: { [fact: string]: Handler } | undefined }

/** The handler runs in the transaction that also moves the position: all of it happens once, or none. `tx` is the service's own. */
export const on = <D extends DescMessage, T = Tx>(
  schema: D,
  handle: (tx: T, data: MessageShape<D>, fact: HandledFact) => Promise<unknown>,
): Handler => ({ schema, handle: handle as never })

/** Several tables as one: where two handle the same fact, both do, in this order. */
export function merge(...tables: Consumers[]): Consumers {
  const merged: { [service: string]: { [fact: string]: Handler } } = {}
  for (const table of tables) {
    for (const [service, lines] of Object.entries(table)) {
      const into = (merged[service] ??= {})
      for (const [name, handler] of Object.entries(lines ?? {})) {
        const first = into[name]
        into[name] =
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

const known = new WeakMap<Consumers, Map<string, Handler>>()

/** Full type → handler. Throws when a line's name is not that of its schema. */
export function handlersOf(consumers: Consumers): Map<string, Handler> {
  const before = known.get(consumers)
  if (before) return before
  const handlers = new Map<string, Handler>()
  for (const [service, lines] of Object.entries(consumers)) {
    for (const [name, handler] of Object.entries(lines ?? {})) {
      const type = handler.schema.typeName
      const from = service === 'user-actions' ? 'lyceum.statistics.v1' : topicFor(service)
      if (factName(type) !== name || topicOf(type) !== from) throw new Error(`the consumer line ${service}.${name} handles ${type}`)
      handlers.set(type, handler)
    }
  }
  known.set(consumers, handlers)
  return handlers
}

export const topicsOf = (consumers: Consumers): string[] =>
  Object.entries(consumers)
    .filter(([, lines]) => Object.keys(lines ?? {}).length > 0)
    .map(([service]) => topicFor(service))
