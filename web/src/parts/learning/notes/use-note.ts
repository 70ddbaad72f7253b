// Hook of a note that is written: on this device at once, at the server soon after; a new one is made by its first write.
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { CallFailed, call, currentScope, newKey } from '../../../client.ts'
import { useTexts } from '../../../i18n.ts'
import { type Autosave, createAutosave, failureOf, forWriter, type SaveState, sendInTime } from '../../base/drafts/autosave.ts'
import { type Draft, keyOf, readDrafts } from '../../base/drafts/drafts.ts'
import { claimDraft, claimedDrafts } from '../../base/drafts/tab.ts'
import { useDraft } from '../../base/drafts/use-draft.ts'
import { type Audience, type Note, type NotedFile, type Place, refreshNotes } from './queries.ts'

export type WrittenNote = Place & { content: string; audience: Audience }
type Theirs = { content: string; audience: Audience; version: number }

/** The beginning of the names of drafts of notes that are not made yet, each of which goes on with an id of its own. */
const newThings = ({ activity, id }: NotedFile) => `new ${activity} ${id}`
/** The name of the draft of another new note. */
export const newThing = (file: NotedFile) => `${newThings(file)} ${newKey()}`
/** The latest draft of a new note beside the file that this tab or a closed one has left. `end` releases the claim of this tab on its own drafts. */
export function leftDraft(file: NotedFile): { found: Promise<Draft | undefined>; end: () => void } {
  const claim = claimDraft((tab) => keyOf('note', newThings(file), tab) ?? tab)
  const find = async () => {
    const { tab } = await claim
    const [drafts, isClaimed] = await Promise.all([readDrafts('note'), claimedDrafts()])
    const ofFile = drafts.filter(({ thing }) => thing.startsWith(newThings(file)))
    return ofFile.find(({ key, thing }) => key === keyOf('note', thing, tab) || !isClaimed(key))
  }
  return { found: find(), end: () => void claim.then(({ release }) => release()) }
}
const same = (a: WrittenNote, b: WrittenNote) => a.content.trim() === b.content.trim() && a.audience === b.audience

/** Unlike any note: the server has none yet. */
const unmade = (start: WrittenNote): WrittenNote => ({ ...start, content: '', audience: '' as Audience })

/** `thing` names the draft. `note`: one that is changed; without it one begins at `place`. `onMade`: it has an id now. */
export function useNote(file: NotedFile, thing: string, note: Note | undefined, place: Place, onMade: (id: string) => void) {
  const t = useTexts('notes')
  const [first] = useState(() => ({
    id: note?.id,
    version: note?.version ?? 0,
    start: {
      content: note?.content ?? '',
      audience: note?.audience ?? ('me' as const),
      anchor: place.anchor,
      area: place.area,
      quote: place.quote,
    },
  }))
  const draft = useDraft<WrittenNote>('note', thing, first.version, first.start, { title: t('note'), byItself: true })
  const [state, setState] = useState<SaveState>({ kind: 'clean' })
  const [theirs, setTheirs] = useState<Theirs>()
  const saver = useRef<Autosave<WrittenNote>>(undefined)
  const id = useRef(first.id)
  const [made, setMade] = useState(first.id !== undefined)
  /** The key of a first write that had no answer: the same again makes no second note. */
  const sent = useRef<{ body: string; key: string }>(undefined)
  const newest = useRef<Theirs>(undefined)
  const arrived = useEffectEvent((written: WrittenNote, answer: Note) => {
    if (!id.current) onMade(answer.id)
    id.current = answer.id
    setMade(true)
    newest.current = answer
    draft.rebase(answer.version, written, (present) => present)
    void refreshNotes()
  })
  useEffect(() => {
    const { isHere, only } = forWriter(() => currentScope()?.person)
    const make = async ({ content, audience, anchor, area, quote }: WrittenNote) => {
      const body = {
        ...{ course_id: file.course, activity_id: file.activity, target_type: file.type, target_id: file.id },
        ...{ content, audience, anchor, area, quote },
      }
      const json = JSON.stringify(body)
      if (sent.current?.body !== json) sent.current = { body: json, key: newKey() }
      return await call('POST /api/notes', { body, key: sent.current.key })
    }
    const write = only(async (written: WrittenNote, over: number | undefined) => {
      const { content, audience } = written
      const version = over ?? newest.current?.version ?? first.version
      const put = (id: string, version: number) => call('PUT /api/notes/:id', { params: { id }, body: { content, audience, version } })
      const known = newest.current ?? first.start
      const answer = id.current
        ? await put(id.current, version).catch((error: unknown) => {
            // only its place was changed meanwhile: there are no two texts to choose from
            const present = isNewer(error) ? (error.problem.params as Theirs) : undefined
            if (!id.current || !present || present.content !== known.content || present.audience !== known.audience) throw error
            return put(id.current, present.version)
          })
        : await make(written)
      arrived(written, answer)
      return answer.version
    })
    const made = createAutosave<WrittenNote>(
      {
        equal: same,
        write: (written, over) =>
          write(written, over).catch((error: unknown) => {
            if (isNewer(error)) newest.current = error.problem.params as Theirs
            throw error
          }),
        remove: async () => {},
        read: async () => (newest.current ? { ...first.start, ...newest.current } : null),
        same,
        failureOf: (error) => (!isHere() ? 'refused' : isNewer(error) ? 'conflict' : failureOf(error)),
        onState: (next) => {
          setState(next)
          setTheirs(next.kind === 'conflict' ? newest.current : undefined)
        },
        onVersion: () => {},
      },
      { stored: first.id ? first.start : unmade(first.start), version: first.version, held: false },
    )
    saver.current = made
    return sendInTime(made, isHere, refreshNotes)
  }, [first])
  useEffect(() => {
    // words of a page alone are made a note by `save`
    saver.current?.change(made || draft.value.content.trim() ? draft.value : unmade(first.start))
  }, [draft.value, made, first])
  return {
    value: draft.value,
    change: draft.change,
    draft,
    state,
    theirs,
    /** It was deleted in another window. */
    isGone: state.kind === 'refused' && state.error instanceof CallFailed && state.error.problem.code === 'note.notFound',
    /** Makes another note of what is written. */
    keepAsNew: () => {
      id.current = newest.current = undefined
      saver.current?.overwrite(0)
      void saver.current?.flush()
    },
    /** Sends it now, also the words of a page alone. */
    save: () => {
      if (draft.value.quote) saver.current?.change(draft.value)
      void saver.current?.flush()
    },
    /** Sends what was written; nothing is left of a note in which nothing was. */
    leave: () => {
      if (id.current || draft.value.content.trim()) void saver.current?.flush()
      else draft.reset()
    },
    keepMine: () => saver.current?.overwrite(theirs?.version),
    takeTheirs: () => {
      if (!theirs) return
      const next = { ...draft.value, content: theirs.content, audience: theirs.audience }
      setTheirs(undefined)
      saver.current?.follow(next, theirs.version)
      draft.rebase(theirs.version, next, next)
    },
  }
}

const isNewer = (error: unknown): error is CallFailed => error instanceof CallFailed && error.problem.code === 'note.newer'
