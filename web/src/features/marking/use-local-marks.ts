// Hook of marks on a file that belongs to no submission: kept on this device, to be downloaded with the file.
import { useEffect, useMemo, useRef, useState } from 'react'
import { openTabDraft, type TabDraft } from '../../parts/base/drafts/tab-draft.ts'
import { type Change, emptyHistory, redo, undo, withChange } from '../../anchors/history.ts'
import type { Mark } from '../../anchors/mark.ts'
import type { NewMark } from '../../anchors/use-drawing.ts'

const form = 'file-marks'

const withoutSilent = (marks: readonly Mark[]) => marks.filter((mark) => mark.kind !== 'comment' || mark.text !== '')

/** `thing` names the file; `upload` is what its marks say they are on. */
export function useLocalMarks(thing: string, upload: string | null) {
  const [marks, setMarks] = useState<readonly Mark[]>([])
  const [history, setHistory] = useState(emptyHistory)
  /** The marks of the newest copy. */
  const [copied, setCopied] = useState('[]')
  const count = useRef(0)
  const touched = useRef(false)
  const device = useRef<TabDraft>(undefined)
  useEffect(() => {
    let alive = true
    const draft = openTabDraft(form, thing)
    device.current = draft
    const restore = async () => {
      const [found] = await draft.found()
      if (!alive || !Array.isArray(found?.value)) return
      if (touched.current) return draft.makeRoom(found)
      await draft.adopt(found)
      if (alive && !touched.current) setMarks(found.value as Mark[])
    }
    void restore().catch(() => {})
    return () => {
      alive = false
      void draft.close()
    }
  }, [thing])
  useEffect(() => {
    if (!touched.current) return
    const kept = withoutSilent(marks)
    void device.current?.keep(kept.length > 0 ? { version: 1, base: [], value: kept } : undefined)
  }, [marks, thing])
  const apply = ({ id, after }: Change) => {
    touched.current = true
    setMarks((before) => [...before.filter((mark) => mark.id !== id), ...(after ? [after] : [])])
  }
  const change = (entry: Change) => {
    apply(entry)
    setHistory((before) => withChange(before, entry))
  }
  const turn = (back: typeof undo) => () => {
    const step = back(history)
    if (!step) return
    apply(step.change)
    setHistory(step.history)
  }
  return useMemo(
    () => ({
      marks,
      /** Made or changed on this page, and in no copy. */
      unsaved: touched.current && marks.length > 0 && JSON.stringify(withoutSilent(marks)) !== copied,
      copied: () => setCopied(JSON.stringify(withoutSilent(marks))),
      undo: history.done.length > 0 ? turn(undo) : undefined,
      redo: history.undone.length > 0 ? turn(redo) : undefined,
      add: (page: number, mark: NewMark): string => {
        count.current += 1
        const id = `${Date.now()}-${count.current}`
        change({ id, before: undefined, after: { ...mark, id, n: 1, upload_id: upload, page, marker: null, version: 0 } })
        return id
      },
      change: (mark: Mark, next: Partial<Pick<Mark, 'shape' | 'text' | 'colour'>>) =>
        change({ id: mark.id, before: mark, after: { ...mark, ...next } }),
      remove: (mark: Mark) => change({ id: mark.id, before: mark, after: undefined }),
      dropSilent: (id: string) =>
        setMarks((before) => before.filter((mark) => mark.id !== id || mark.kind !== 'comment' || mark.text !== '')),
    }),
    [marks, history, upload, copied],
  )
}
