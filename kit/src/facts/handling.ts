// Handling of records: one by one, or facts of one type that stand one behind the other at once where their handler takes them so.
import type { Batch } from '../bus/bus.ts'
import { type Context, context, within } from '../calls/context.ts'
import type { Produced } from '../calls/routes.ts'
import type { Tx } from '../database/database.ts'
import { traceHandling } from '../telemetry/tracing.ts'
import type { Handle, HandledFact, Handler } from './consumer.ts'
import { type Fact, fromValue } from './wire-format.ts'

/** A record, with its fact and handler if this service handles it. */
export type ReadRecord = Batch['records'][number] & { fact?: Fact; handler?: Handler }
type HandledRecord = ReadRecord & { fact: Fact; handler: Handler }
export const isHandled = (record: ReadRecord): record is HandledRecord => record.handler !== undefined

const day = 86_400_000

/** Records in their order, those together that are handled at once: a fact of another type ends a run, so that the order of types stays, and so does a quiet one among
 *  others. */
export function inRuns(records: HandledRecord[]): HandledRecord[][] {
  const runs: HandledRecord[][] = []
  for (const record of records) {
    const last = runs.at(-1)
    if (last && record.handler.many && last[0]!.handler === record.handler && last[0]!.fact.quiet === record.fact.quiet) last.push(record)
    else runs.push([record])
  }
  return runs
}

/** Runs `work` in a context of its own. */
export async function producedIn(of: Omit<Context, 'marks'>, work: () => Promise<unknown>): Promise<Produced> {
  const marks: Context['marks'] = new Map()
  return await within({ ...of, marks }, async () => {
    await work()
    return { facts: marks.size > 0, jobs: context()?.jobs === true }
  })
}

/** Handles a run of records in one transaction, for the consumer of this name; `rebuilding` says it of each. */
export function handling(name: string, now: () => Date) {
  const inTrace = (fact: Fact, work: () => Promise<unknown>): Promise<Produced> =>
    traceHandling(name, fact, (traceparent) =>
      producedIn({ requestId: fact.id, ...(traceparent && { traceparent }), ...(fact.quiet && { quiet: true }) }, work),
    )

  return async (tx: Tx, records: HandledRecord[], rebuilding: (record: HandledRecord) => boolean): Promise<Produced> => {
    const produced = { facts: false, jobs: false }
    const note = ({ facts, jobs }: Produced) => {
      produced.facts ||= facts
      produced.jobs ||= jobs
    }
    const given = records.map((record): { data: never; fact: HandledFact } => {
      const { fact, handler, value } = record
      const rebuilt = rebuilding(record)
      return {
        data: fromValue(handler.schema, value) as never,
        fact: { ...fact, rebuilding: rebuilt, mayNotify: !rebuilt && !fact.quiet && now().getTime() - fact.time.getTime() < day },
      }
    })
    const each = async (handle: Handle) => {
      for (const { data, fact } of given) note(await inTrace(fact, () => handle(tx as never, data, fact)))
    }
    const [first] = records as [HandledRecord]
    const { many, handle } = first.handler
    if (!many || records.length === 1) await each(handle)
    else {
      note(await inTrace(first.fact, () => many.handle(tx as never, given)))
      if (many.rest) await each(many.rest)
    }
    return produced
  }
}
