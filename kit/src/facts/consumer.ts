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
export type Handle = (tx: never, data: never, fact: HandledFact) => Promise<unknown>
type HandleMany = (tx: never, facts: { data: never; fact: HandledFact }[]) => Promise<unknown>
export type Handler = {
  schema: DescMessage
  /** All of it, for one fact. */
  handle: Handle
  /** The first part of it, for many facts at once; `rest` is what remains for each of them. */
  many?: { handle: HandleMany; rest?: Handle }
}

/** producer → fact → handler: { course: { coursePublished: on(CoursePublishedSchema, notifyStudents) } } */
export type Consumers = { [service: string]: { [fact: string]: Handler } | undefined }

/** A handler, which runs in the transaction that also moves the position: both are committed, or neither. `tx` is the service's own. */
export const on = <D extends DescMessage, T = Tx>(
  schema: D,
  handle: (tx: T, data: MessageShape<D>, fact: HandledFact) => Promise<unknown>,
): Handler => ({ schema, handle: handle as never })

/**
 * A handler of facts of one type that stand one behind the other in a chunk of the log, in the order of their commits: for states that are written
 * in one statement, of two states of a row the newer. In a table that is merged with others it comes first, or behind others of its kind; behind any other
 * handler of the same fact it takes them one by one.
 */
export const onMany = <D extends DescMessage, T = Tx>(
  schema: D,
  handle: (tx: T, facts: { data: MessageShape<D>; fact: HandledFact }[]) => Promise<unknown>,
): Handler => ({ schema, handle: (tx, data, fact) => handle(tx as T, [{ data, fact }]), many: { handle: handle as never } })

const inTurn =
  (first: Handle, second: Handle): Handle =>
  async (tx, data, fact) => {
    await first(tx, data, fact)
    await second(tx, data, fact)
  }

function both(first: Handler, second: Handler): Handler {
  const { schema, many } = first
  const handle = inTurn(first.handle, second.handle)
  if (!many) return { schema, handle }
  if (!many.rest && second.many) {
    const after = second.many
    const all: HandleMany = async (tx, facts) => {
      await many.handle(tx, facts)
      await after.handle(tx, facts)
    }
    return { schema, handle, many: { ...after, handle: all } }
  }
  return { schema, handle, many: { ...many, rest: many.rest ? inTurn(many.rest, second.handle) : second.handle } }
}

/** Merges tables: of two handlers of the same fact both run, in this order. */
export function merge(...tables: Consumers[]): Consumers {
  const merged: { [service: string]: { [fact: string]: Handler } } = {}
  for (const table of tables) {
    for (const [service, lines] of Object.entries(table)) {
      const target = (merged[service] ??= {})
      for (const [name, handler] of Object.entries(lines ?? {})) {
        const first = target[name]
        target[name] = first ? both(first, handler) : handler
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
