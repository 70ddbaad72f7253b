// Hook of an attempt that is being written: its paper, its answers and their states, the time, and what has ended or interrupted it.
import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import { type Answer, call } from '../../../client.ts'
import {
  type AnswerItem,
  type AnswerKeeper,
  createAnswerKeeper,
  most,
  type KeptAnswer,
  type SaveReply,
  type Slot,
} from '../../../parts/learning/attempts/answer-keeper.ts'
import { isBegun } from '../../../parts/learning/attempts/begun.ts'
import { deviceId, dropAnswer, keepAnswer, queueHandIn, readKept, unqueueHandIn } from '../../../parts/learning/attempts/device-answers.ts'
import { type SavedAnswers, writeAnswers } from '../../../parts/learning/attempts/exam-copy.ts'
import { sendLeftOf } from '../../../parts/learning/attempts/left-answers.ts'
import { type PaperView, questionsOf } from '../../../parts/learning/attempts/paper.ts'
import { failureOf } from '../../../parts/learning/attempts/save-failure.ts'
import { itemsOf, nothingSaved, readSaved } from '../../../parts/learning/attempts/saved-answers.ts'
import { noteServerTime, serverNow } from '../../../parts/learning/attempts/server-clock.ts'
import { query, queryClient } from '../../../queries.ts'

export type Head = Answer<'POST /api/activities/:id/attempts'>
export type Submitted = { at: number; unanswered: number; by: 'student' | 'other' }
type HandIn = 'none' | 'sending' | 'waiting' | { failed: unknown }

/** Milliseconds between two looks at the time and the state, where nothing was sent; while it is paused more often. */
const beatEvery = 20_000
const beatPaused = 4000
const retryAfter = 4000

const isoOf = (at: number) => new Date(at).toISOString()
const typesText = () => document.activeElement?.matches('input[type=text], input:not([type]), textarea, [contenteditable=true]') ?? false

export type Taking = ReturnType<typeof useTaking>

export function useTaking(head: Head) {
  const { id } = head
  const device = deviceId()
  const [paper, setPaper] = useState<PaperView>()
  const [failed, setFailed] = useState<unknown>()
  const [tries, setTries] = useState(0)
  const [slots, setSlots] = useState<ReadonlyMap<number, Slot>>(new Map())
  const [marked, setMarked] = useState<ReadonlySet<number>>(new Set())
  const [furthest, setFurthest] = useState(0)
  const [offline, setOffline] = useState<number>()
  const [answered, setAnswered] = useState(false)
  const [held, setHeld] = useState<'session' | 'elsewhere' | 'ended'>()
  const [times, setTimes] = useState({ deadline: head.deadline, paused: head.paused_at !== null })
  const [added, setAdded] = useState(0)
  const [handIn, setHandIn] = useState<HandIn>('none')
  const [submitted, setSubmitted] = useState<Submitted>()
  const keeper = useRef<AnswerKeeper>(undefined)
  const lastReply = useRef(0)
  const deadline = useRef(head.deadline)
  const shownNow = useRef({ marked, furthest, times })
  shownNow.current = { marked, furthest, times }

  const noteTimes = (reply: Pick<SaveReply, 'now' | 'deadline' | 'paused_at'>) => {
    noteServerTime(reply.now)
    lastReply.current = Date.now()
    const more = Date.parse(reply.deadline) - Date.parse(deadline.current)
    deadline.current = reply.deadline
    if (more >= 1000) setAdded(more)
    setTimes({ deadline: reply.deadline, paused: reply.paused_at !== null })
  }
  // what waits is still sent: the server keeps apart what comes too late
  const end = (by: Submitted['by'], more: Partial<Submitted> = {}) =>
    setSubmitted((before) => before ?? { at: serverNow(), unanswered: 0, by, ...more })
  const onReply = useEffectEvent((reply: SaveReply) => {
    setAnswered(true)
    noteTimes(reply)
    if (reply.state !== 'running') end('other')
  })
  const goOn = useEffectEvent(() => void trySubmit())

  /** The answers that the server has, in the form of its own reply; undefined before they are known. */
  const savedBy = (of: AnswerKeeper | undefined): SavedAnswers | undefined =>
    of && {
      ...nothingSaved({ now: isoOf(serverNow()), deadline: shownNow.current.times.deadline, paused_at: null }),
      paused_at: shownNow.current.times.paused ? isoOf(serverNow()) : null,
      items: of.saved().map(({ at, ...item }) => ({ ...item, saved_at: isoOf(at) })) as SavedAnswers['items'],
      flags_on: [...shownNow.current.marked],
      furthest: shownNow.current.furthest,
    }
  const copying = useRef<Promise<void>>(undefined)
  /** Into the exam's copy, all answers of a reply at once: what the server has is no draft any more. */
  const copyAnswers = (of: () => AnswerKeeper | undefined) =>
    (copying.current ??= writeAnswers(id, () => {
      copying.current = undefined
      return savedBy(of())
    }).catch(() => {}))

  useEffect(() => {
    let alive = true
    let mine: AnswerKeeper | undefined
    let fromCopy = false
    noteServerTime(head.now)
    setFailed(undefined)
    const params = { id }
    Promise.all([
      queryClient.fetchQuery({ ...query('GET /api/attempts/:id/paper', { params }), staleTime: Number.POSITIVE_INFINITY }),
      // a draft goes once its answer is saved: read in this order, each is in one of both
      readKept(id).then(async (kept) => ({
        kept,
        ...(isBegun(id) ? { saved: nothingSaved(head), copied: false } : await readSaved(id, device)),
      })),
    ]).then(
      ([view, { kept, saved, copied }]) => {
        if (!alive) return
        fromCopy = copied
        setAnswered(!copied)
        noteTimes(saved)
        setAdded(0)
        const shown = new Map<number, Slot>()
        mine = createAnswerKeeper(
          {
            send: async (items, { marked, furthest }) => {
              if (fromCopy) {
                const now = await call('GET /api/attempts/:id/answers', { params, query: { device } })
                fromCopy = false
                mine?.adopt(itemsOf(now))
                void copyAnswers(() => mine)
                if (alive && !marked) setMarked(new Set(now.flags_on))
                if (alive) setFurthest((before) => Math.max(before, now.furthest))
              }
              return call('PUT /api/attempts/:id/answers', {
                params,
                body: { device, items, ...(marked && { marked_slots: marked }), ...(furthest !== undefined && { furthest }) },
              })
            },
            failureOf,
            keep: (item) => keepAnswer(id, item),
            drop: (slot, seq) => copyAnswers(() => mine).then(() => dropAnswer(id, slot, seq)),
            onSlot: (slot, one) => {
              shown.set(slot, one)
              if (alive) setSlots(new Map(shown))
            },
            onReply: (reply) => {
              if (alive) onReply(reply)
            },
            onOffline: (since) => {
              if (alive) setOffline(since)
            },
            onHeld: (why) => {
              if (alive) setHeld(why)
            },
            leastSeq: () => Math.max(1, Math.round((serverNow() - Date.parse(head.started_at)) / 100)),
          },
          itemsOf(saved),
          kept.items,
          saved.flags_on,
        )
        keeper.current = mine
        setMarked(new Set(saved.flags_on))
        setFurthest(saved.furthest)
        setPaper(view)
        if (saved.state !== 'running') end('other')
        else if (!saved.device_is_mine) return setHeld('elsewhere')
        void (copied ? again() : mine.flush())
        if (kept.handIn) {
          setHandIn('waiting')
          goOn()
        }
      },
      (error: unknown) => {
        if (alive) setFailed(error)
        // answers that this device still holds are sent, though the paper could not be read
        void sendLeftOf(id)
      },
    )
    return () => {
      alive = false
      mine?.close()
      keeper.current = undefined
    }
  }, [id, tries])

  // while nothing is sent, the page asks for the time and the state by itself: time may be added, and who sits beside sees who is there
  useEffect(() => {
    if (!paper || submitted || held) return
    const every = times.paused ? beatPaused : beatEvery
    const timer = setInterval(() => {
      if (Date.now() - lastReply.current >= every - 500) void keeper.current?.beat()
    }, every)
    return () => clearInterval(timer)
  }, [paper, submitted, held, times.paused])

  const flush = useEffectEvent(() => void keeper.current?.flush())
  // where nothing waits, too, the time and the state are the server's
  const again = useEffectEvent(() => void keeper.current?.flush().then(() => keeper.current?.beat()))
  useEffect(() => {
    const hidden = () => {
      if (document.hidden) flush()
    }
    window.addEventListener('online', again)
    document.addEventListener('visibilitychange', hidden)
    return () => {
      window.removeEventListener('online', again)
      document.removeEventListener('visibilitychange', hidden)
    }
  }, [])

  const trySubmit = async () => {
    setHandIn((before) => (before === 'waiting' ? before : 'sending'))
    const all = (await keeper.current?.flush()) ?? false
    try {
      const items = all ? [] : (keeper.current?.unsent() ?? []).slice(0, most)
      const reply = await call('POST /api/attempts/:id/submit', { params: { id }, body: { device, ...(items.length > 0 && { items }) } })
      await unqueueHandIn(id)
      setHandIn('none')
      end('student', { ...(reply.submitted_at && { at: Date.parse(reply.submitted_at) }), unanswered: reply.unanswered })
      // the keeper learns of each answer what became of it
      void keeper.current?.flush()
    } catch (error) {
      const failure = failureOf(error)
      if (failure === 'transient' || failure === 'session') {
        await queueHandIn(id)
        setHandIn('waiting')
      } else {
        await unqueueHandIn(id)
        setHandIn(failure === 'refused' ? { failed: error } : 'none')
        if (failure !== 'refused') setHeld(failure)
      }
    }
  }
  const waiting = handIn === 'waiting' && !held && !submitted
  useEffect(() => {
    if (!waiting) return
    const timer = setInterval(goOn, retryAfter)
    return () => clearInterval(timer)
  }, [waiting])

  return {
    head,
    paper,
    failed,
    reload: () => {
      setPaper(undefined)
      setHeld(undefined)
      setTries((n) => n + 1)
    },
    questions: useMemo(() => (paper ? questionsOf(paper) : []), [paper]),
    slots,
    marked,
    /** The slot that the server knows as the furthest opened, where there is no way back. */
    furthest,
    reach: (slot: number) => keeper.current?.reach(slot),
    offline,
    /** The server has answered this page. */
    answered,
    held,
    ...times,
    /** Answers that arrive until then count. */
    acceptUntil: new Date(Date.parse(head.accept_until) + Date.parse(times.deadline) - Date.parse(head.deadline)).toISOString(),
    /** Milliseconds that were added while the page was open. */
    added,
    seenAdded: () => setAdded(0),
    handIn,
    submitted,
    answer: (slot: number, answer: KeptAnswer) => keeper.current?.answer(slot, answer, typesText()),
    mark(slot: number) {
      const next = new Set(marked)
      if (!next.delete(slot)) next.add(slot)
      setMarked(next)
      keeper.current?.mark(next)
    },
    flush,
    /** Asks for the time and the state at once. */
    look: () => keeper.current?.beat(),
    /** Goes on after what held it; where nothing waits to be sent, a look says whether it still does. */
    resume: async () => {
      if (await keeper.current?.resume()) await keeper.current?.beat()
    },
    savedNow: () => savedBy(keeper.current),
    unsent: (): AnswerItem[] => keeper.current?.unsent() ?? [],
    /** Kept beside an attempt that goes on elsewhere: who teaches sees what this device holds. It stays here, and counts if it goes on here. */
    keepAside: async () => {
      const items = keeper.current?.unsent() ?? []
      for (let from = 0; from < items.length; from += most)
        await call('PUT /api/attempts/:id/answers', {
          params: { id },
          body: { device, items: items.slice(from, from + most), as_late: true },
        })
    },
    submit: trySubmit,
    /** Takes back a hand-in that waits for the connection. */
    takeBack: async () => {
      await unqueueHandIn(id)
      setHandIn('none')
    },
    /** The time is over: what waits is sent, and what the server has is handed in. */
    timeOver: async () => {
      await keeper.current?.flush()
      await keeper.current?.beat()
    },
  }
}
