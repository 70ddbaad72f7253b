// Marks, for read your writes: the facts of a session's writes of the last minute are sent with its next calls, by every replica.
import { changeValue, type Kv } from '@lyceum/kit/kv/kv'
import { readMarks, writeMarks } from '@lyceum/kit/facts/marks'

/** seconds */
const kept = 60
/** As a header they stay well below Node's limit (16 KiB in all); the oldest facts are applied long before. */
const most = 40
type Kept = { until: number; mark: string }

export type Marks = ReturnType<typeof markKeeper>

export function markKeeper(kv: Kv) {
  const key = (session: string) => `marks:${session}`
  /** Marks of this process, which stay while kv changes between a store and its substitute. */
  const own = new Map<string, Kept[]>()
  const live = (list: Kept[]) => list.filter(({ until }) => until > Date.now())
  const withOwn = (session: string, text: string | undefined): Kept[] => {
    const known = new Map([...(text ? (JSON.parse(text) as Kept[]) : []), ...(own.get(session) ?? [])].map((one) => [one.mark, one]))
    const sorted = live([...known.values()]).sort((a, b) => a.until - b.until)
    // per key and type the last mark includes the earlier ones
    const last = new Map(sorted.map((one) => [one.mark.slice(0, one.mark.lastIndexOf(';')), one]))
    return sorted.filter((one) => last.get(one.mark.slice(0, one.mark.lastIndexOf(';'))) === one).slice(-most)
  }
  const sweep = setInterval(() => {
    for (const [session, list] of own) {
      const left = live(list)
      if (left.length > 0) own.set(session, left)
      else own.delete(session)
    }
  }, 10_000).unref()

  return {
    /** Stores the marks that an answer names, before the answer is sent. */
    async keep(session: string, factsHeader: string): Promise<void> {
      const until = Date.now() + kept * 1000
      const fresh = readMarks(factsHeader).map((mark) => ({ until, mark: writeMarks([mark]) }))
      own.set(session, live([...(own.get(session) ?? []), ...fresh]).slice(-2 * most))
      await changeValue(kv, key(session), kept, (text) => JSON.stringify(withOwn(session, text)))
    },
    /** The marks as a header's value; empty without marks. */
    async of(session: string): Promise<string> {
      return withOwn(session, await kv.get(key(session)))
        .map(({ mark }) => mark)
        .join(',')
    },
    close: () => clearInterval(sweep),
  }
}
