// Hook of the marks on a version of a work: shown at once, sent one after the other, kept on this device until the server has them.
import { useQuery } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { type Answer, CallFailed, call, newKey } from '../../client.ts'
import { translate } from '../../i18n.ts'
import { openTabDraft, type TabDraft } from '../../parts/base/drafts/tab-draft.ts'
import { problemText } from '../../parts/base/errors/problem-text.ts'
import { queryClient } from '../../queries.ts'
import { sentences } from '../../ui/format.ts'
import { toast } from '../../ui/dialogs/toast.tsx'
import { type Change, emptyHistory, redo, undo, withChange } from '../../anchors/history.ts'
import type { Mark, Shape } from '../../anchors/mark.ts'
import type { NewMark } from '../../anchors/use-drawing.ts'
import { besideTheirs } from './beside-theirs.ts'
import { createMarkSender, type SendState, type Waiting } from './mark-sender.ts'
import { failureOf } from '../../parts/learning/rubrics/grading-saver.ts'
import { marksQuery } from './queries.ts'

/** crypto.randomUUID is missing on plain http in a local network: a UUID of the key. */
const newId = () => {
  const key = newKey()
  return key.includes('-') ? key : key.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12})$/, '$1-$2-4$3-8$4-$5')
}
const form = 'marks'

export function useMarks(submission: string, n: number, me: Mark['marker'], readOnly: boolean) {
  const read = marksQuery(submission, n)
  const { data } = useQuery({ ...read, enabled: !readOnly && n > 0 })
  /** Marks that differ from the server's answer; undefined: removed. */
  const [own, setOwn] = useState<ReadonlyMap<string, Mark | undefined>>(new Map())
  const [history, setHistory] = useState(emptyHistory)
  const [state, setState] = useState<SendState>('sent')
  const thing = `${submission} ${n}`

  const { sender, device } = useMemo(() => {
    const id = submission
    const place: { draft?: TabDraft } = {}
    const settle = (mark: string, change: (items: readonly Mark[]) => Mark[]) => {
      queryClient.setQueryData<Answer<'GET /api/submissions/:id/marks'>>(
        read.queryKey,
        (answer) => answer && { items: change(answer.items) },
      )
      setOwn((before) => new Map([...before].filter(([key]) => key !== mark)))
    }
    const created = createMarkSender({
      put: async ({ marker: _, id: mark, ...written }, over) => {
        const stored = await call('PUT /api/submissions/:id/marks/:mark', { params: { id, mark }, body: { ...written, version: over } })
        if (created.isLast(mark)) settle(mark, (items) => [...items.filter((one) => one.id !== mark), stored])
        return stored
      },
      remove: async (mark, over) => {
        const gone = await call('DELETE /api/submissions/:id/marks/:mark', { params: { id, mark }, query: { version: over } })
        if (created.isLast(mark)) settle(mark, (items) => items.filter((one) => one.id !== mark))
        return gone
      },
      failureOf,
      onState: setState,
      onLost: ({ id: lost, mark }, error) => {
        const saw = queryClient.getQueryData<Answer<'GET /api/submissions/:id/marks'>>(read.queryKey)?.items.find((one) => one.id === lost)
        const theirs = error instanceof CallFailed ? error.problem.params : {}
        const beside = mark && besideTheirs(mark, saw?.text, theirs, newId())
        setOwn((before) => new Map([...before].filter(([key]) => key !== lost)))
        if (beside && failureOf(error) === 'conflict') {
          setOwn((before) => new Map(before).set(beside.id, beside))
          created.set(beside.id, beside, 0)
          toast({ text: translate('marking', 'markBeside'), stays: true })
        } else {
          const text = mark?.text && mark.text !== saw?.text && translate('marking', 'markLost', { text: mark.text })
          toast({ text: sentences(text, problemText(error)), error: true })
        }
        void queryClient.invalidateQueries({ queryKey: read.queryKey })
      },
      keep: (waiting) => void place.draft?.keep(waiting.length > 0 ? { version: n, base: [], value: waiting } : undefined),
    })
    return { sender: created, device: place }
  }, [thing])
  useEffect(() => {
    setOwn(new Map())
    setHistory(emptyHistory)
    setState('sent')
    if (readOnly) return
    let alive = true
    const draft = openTabDraft(form, thing)
    device.draft = draft
    // what a lost connection or a closed tab left on this device
    const restore = async () => {
      const [kept] = await draft.found()
      if (!alive || !Array.isArray(kept?.value)) return
      await draft.adopt(kept)
      if (!alive) return
      for (const { id, mark, over } of kept.value as Waiting[]) {
        sender.set(id, mark, over)
        setOwn((before) => new Map(before).set(id, mark))
      }
    }
    void restore().catch(() => {})
    return () => {
      alive = false
      void sender.close().finally(draft.close)
    }
  }, [sender, readOnly])

  const marks = useMemo(() => {
    const items = new Map((data?.items ?? []).map((mark) => [mark.id, mark]))
    for (const [id, mark] of own) {
      if (mark) items.set(id, mark)
      else items.delete(id)
    }
    return [...items.values()]
  }, [data, own])
  const latest = useRef(marks)
  latest.current = marks

  const apply = useCallback(
    ({ id, before, after }: Change) => {
      // an empty comment is not sent: it is gone when its card closes
      const isSilent = (mark: Mark | undefined) => mark?.kind === 'comment' && mark.text === ''
      setOwn((present) => new Map(present).set(id, after))
      if (isSilent(after)) return
      sender.set(id, after, before?.version ?? after?.version ?? 0)
    },
    [sender],
  )
  const change = (entry: Change) => {
    apply(entry)
    setHistory((present) => withChange(present, entry))
  }
  const turn = (back: typeof undo) => () => {
    const step = back(history)
    if (!step) return
    apply(step.change)
    setHistory(step.history)
  }
  return {
    marks,
    state,
    undo: history.done.length > 0 ? turn(undo) : undefined,
    redo: history.undone.length > 0 ? turn(redo) : undefined,
    /** Returns the id of the new mark. */
    add: (upload_id: string | null, page: number, mark: NewMark): string => {
      const id = newId()
      change({ id, before: undefined, after: { ...mark, id, n, upload_id, page, marker: me, version: 0 } })
      return id
    },
    change: (mark: Mark, next: { shape?: Shape; text?: string; colour?: string }) =>
      change({ id: mark.id, before: mark, after: { ...mark, ...next } }),
    remove: (mark: Mark) => change({ id: mark.id, before: mark, after: undefined }),
    /** Drops a comment that says nothing. */
    dropSilent: (id: string) => {
      const mark = latest.current.find((one) => one.id === id)
      if (mark?.kind === 'comment' && mark.text === '') {
        setOwn((before) => new Map(before).set(id, undefined))
        if (mark.version > 0) sender.set(id, undefined, mark.version)
      }
    },
    flush: sender.flush,
  }
}
