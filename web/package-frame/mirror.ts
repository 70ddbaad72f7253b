// Entries that no page has kept yet, in the storage of the package's own origin, so that a frame that dies with its page loses none.
import type { Entry } from './messages.ts'

type Storage = Pick<globalThis.Storage, 'setItem' | 'getItem' | 'removeItem' | 'key' | 'length'>
export type Mirror = ReturnType<typeof createMirror>

/** Of one attempt. */
export function createMirror(storage: () => Storage, attempt: string) {
  const start = `lyceum|${attempt}|`
  const keys = () => {
    const held = storage()
    return Array.from({ length: held.length }, (_, at) => held.key(at) ?? '').filter((key) => key.startsWith(start))
  }
  const seqOf = (key: string) => Number(key.slice(start.length))
  return {
    /** false: the browser keeps nothing here. */
    put(entry: Entry): boolean {
      try {
        storage().setItem(`${start}${entry.seq}`, JSON.stringify(entry))
        return true
      } catch {
        return false
      }
    },
    /** Everything up to `seq` is kept elsewhere. */
    drop(seq: number) {
      try {
        for (const key of keys()) if (seqOf(key) <= seq) storage().removeItem(key)
      } catch {
        // without storage nothing was kept
      }
    },
    /** In their order; what a package wrote there is dropped by the check of messages. */
    left(): unknown[] {
      try {
        return keys()
          .sort((a, b) => seqOf(a) - seqOf(b))
          .slice(0, mostLeft)
          .flatMap((key) => {
            try {
              return [JSON.parse(storage().getItem(key) ?? '')]
            } catch {
              return []
            }
          })
      } catch {
        return []
      }
    },
  }
}
const mostLeft = 500
