// The files of an activity while its dialog is open: those it has, chosen ones of mine, and new ones that are still on their way.
import { useEffect, useMemo, useRef, useState } from 'react'
import type { Item } from '../../base/uploads/queue.ts'
import type { UploadPlacement } from '../../base/uploads/ticket.ts'
import { uploads, useQueue } from '../../base/uploads/uploads.ts'

/** A file that is there. */
export type ExistingFile = {
  id: string
  name: string
  type: string
  size: number
  provider?: string | null
  duration?: number | null
  allow_download?: boolean
}
/** `at` names it as long as the dialog is open. */
type Entry = { at: string; file?: ExistingFile }
export type ChosenFile = {
  at: string
  name: string
  size: number
  type: string
  file: ExistingFile | undefined
  item: Item | undefined
  id: string | undefined
}

/** The upload of a file that has arrived whole, and was taken: one that failed has an id too. */
export const arrivedId = ({ id, item }: Pick<ChosenFile, 'id' | 'item'>): string | undefined =>
  item === undefined || item.state === 'processing' || item.state === 'done' ? id : undefined

const entryOf = (file: ExistingFile): Entry => ({ at: file.id, file })

/** `place`: declared of new ones. A new file belongs to the dialog until it is kept: one that is taken out, or whose dialog is closed, is not sent on. */
export function useChosenFiles(initial: readonly ExistingFile[] = [], place?: UploadPlacement) {
  const [entries, setEntries] = useState<readonly Entry[]>(() => initial.map(entryOf))
  const [first] = useState(() => initial.map(({ id }) => id).join())
  const queue = useQueue()
  /** Whoever clears the list of uploads takes nothing out of the activity. */
  const arrived = useRef(new Map<string, Pick<ChosenFile, 'name' | 'size' | 'type' | 'id'>>())
  const files = useMemo(
    () =>
      entries.map(({ at, file }): ChosenFile => {
        const item = file ? undefined : queue.find(({ key }) => key === at)
        const known =
          file ?? (item && { name: item.name, size: item.size, type: item.type ?? 'other', id: item.uploadId }) ?? arrived.current.get(at)
        const { name = '', size = 0, type = 'other', id } = known ?? {}
        if (item?.uploadId) arrived.current.set(at, { name, size, type, id })
        return { at, name, size, type, file, item, id }
      }),
    [entries, queue],
  )
  const latest = useRef(entries)
  latest.current = entries
  const own = useRef(new Set<string>())
  const drop = (at: string) => {
    if (own.current.delete(at)) uploads.abort(at)
  }
  const begin = (file: File): Entry => {
    const at = uploads.add([file], place)[0]!
    own.current.add(at)
    return { at }
  }
  const put = (made: readonly Entry[], at: string | undefined) => {
    if (at) drop(at)
    setEntries((present) => {
      const without = present.filter(({ at }) => !made.some((one) => one.at === at))
      return at ? without.flatMap((entry) => (entry.at === at ? made : [entry])) : [...without, ...made]
    })
  }
  // closed without keeping them
  useEffect(
    () => () => {
      for (const at of own.current) uploads.abort(at)
    },
    [],
  )
  return {
    files,
    /** New ones at the end, or in place of another. */
    send: (given: readonly File[], at?: string) => put(given.map(begin), at),
    choose: (file: ExistingFile, at?: string) => put([entryOf(file)], at),
    take(at: string) {
      drop(at)
      setEntries((present) => present.filter((entry) => entry.at !== at))
    },
    sort: (order: readonly string[]) => setEntries((present) => order.flatMap((at) => present.find((entry) => entry.at === at) ?? [])),
    /** Of every file, once the server has a row for it. */
    ids: files.every(({ id }) => id !== undefined) ? files.map(({ id }) => id!) : undefined,
    failed: files.some(({ item }) => item?.state === 'failed'),
    sending: files.some(({ item }) => item !== undefined && item.state !== 'done'),
    changed: entries.map(({ at, file }) => file?.id ?? at).join() !== first,
    /** They are the activity's from now on, and go on being sent when the dialog closes. */
    keep: () => own.current.clear(),
    /** Those that were sent here, and are nobody's yet: one of mine may be another activity's too. */
    added: files.flatMap(({ id, file }) => (id && !file ? [id] : [])),
    waiting: () => latest.current.some(({ at }) => waits.has(uploads.snapshot().find(({ key }) => key === at)?.state ?? '')),
  }
}
export type ChosenFiles = ReturnType<typeof useChosenFiles>
const waits = new Set(['ready', 'sending', 'finishing', 'paused'])
