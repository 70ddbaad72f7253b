// The autosave of an activity's title and text, over the calls of drafts.
import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { CreatableType } from '../../../activity-types.ts'
import { type Answer, call, currentScope } from '../../../client.ts'
import { invalidate } from '../../../queries.ts'
import { type Autosave, createAutosave, failureOf, forWriter, type SaveState, sendInTime } from '../../base/drafts/autosave.ts'
import { plainText, type Written } from '../forms/text-offers.ts'

export type TextDraft = NonNullable<Answer<'GET /api/activities/:id/draft'>['draft']>
/** The subject of writing: an activity, or a new one of a type in a course. */
export type Subject = { activity: string; version: number } | { course: string; type: CreatableType }

/** The writer's own draft at the server; undefined while it is read. One that cannot be read, as without a connection, is met by the first
 *  write. */
export function useServerDraft(of: { activity: string } | { course: string; type: CreatableType }): TextDraft | null | undefined {
  const { data, error, isFetchedAfterMount } = useQuery({
    queryKey: ['own draft', of],
    queryFn: ({ signal }) =>
      'activity' in of
        ? call('GET /api/activities/:id/draft', { params: { id: of.activity }, signal })
        : call('GET /api/courses/:id/drafts/:type', { params: { id: of.course, type: of.type }, signal }),
    // another device may have written since it was in the cache; once it is open it is this form's own
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    retry: false,
  })
  if (error) return null
  return isFetchedAfterMount ? data?.draft : undefined
}

/** The calls of the person who writes. `version`: that of the activity which the text is written against now. */
const callsOf = (subject: Subject, version: () => number) => {
  const { isHere, only } = forWriter(() => currentScope()?.person)
  const over = (seen: number | undefined) => ({ query: seen === undefined ? {} : { version: seen } })
  if ('activity' in subject) {
    const params = { id: subject.activity }
    return {
      isHere,
      read: only(() => call('GET /api/activities/:id/draft', { params })),
      write: only((body: Written & { version?: number }) =>
        call('PUT /api/activities/:id/draft', { params, body: { ...body, base_version: version() } }),
      ),
      remove: only((seen: number | undefined) => call('DELETE /api/activities/:id/draft', { params, ...over(seen) })),
    }
  }
  const params = { id: subject.course, type: subject.type }
  return {
    isHere,
    read: only(() => call('GET /api/courses/:id/drafts/:type', { params })),
    write: only((body: Written & { version?: number }) =>
      call('PUT /api/courses/:id/drafts/:type', { params, body: { ...body, base_version: 0 } }),
    ),
    remove: only((seen: number | undefined) => call('DELETE /api/courses/:id/drafts/:type', { params, ...over(seen) })),
  }
}

/**
 * `base` is the saved text, `draft` the one at the server when the page was opened. While `held` nothing is sent: a choice between two texts is
 * open. `onVersion` gets the draft's version, 0 once there is none.
 */
export function useAutosave(
  subject: Subject,
  { base, draft, value, held }: { base: Written; draft: TextDraft | null; value: Written; held: boolean },
  onVersion: (version: number) => void,
) {
  const [state, setState] = useState<SaveState>(draft && !held ? { kind: 'saved', at: Date.parse(draft.updated_at) } : { kind: 'clean' })
  const against = useRef(0)
  against.current = 'version' in subject ? subject.version : 0
  const [calls] = useState(() => callsOf(subject, () => against.current))
  const told = useEffectEvent(onVersion)
  const saver = useRef<Autosave<Written>>(undefined)
  const first = useRef({
    base,
    stored: draft && !held ? { title: draft.title, body: draft.body } : base,
    version: draft?.version ?? 0,
    held,
  })
  useEffect(() => {
    const made = createAutosave<Written>(
      {
        equal: (a, b) => a.title === b.title && a.body === b.body,
        write: async (text, over) => (await calls.write({ ...text, ...(over !== undefined && { version: over }) })).version,
        remove: calls.remove,
        read: async () => (await calls.read()).draft,
        same: (read, sent) => plainText(read) === plainText(sent),
        // nothing is tried again in the session of another person
        failureOf: (error) => (calls.isHere() ? failureOf(error) : 'refused'),
        onState: setState,
        onVersion: (version) => told(version),
      },
      first.current,
    )
    saver.current = made
    // the activity's own page names the draft
    return sendInTime(made, calls.isHere, () => invalidate('GET /api/activities/:id/draft'))
  }, [calls])
  useEffect(() => saver.current?.change({ title: value.title, body: value.body }), [value.title, value.body])
  // Ctrl+S sends the draft
  useEffect(() => {
    const keep = (event: KeyboardEvent) => {
      if (event.key !== 's' || !(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey) return
      event.preventDefault()
      void saver.current?.flush()
    }
    window.addEventListener('keydown', keep)
    return () => window.removeEventListener('keydown', keep)
  }, [])
  return { state, calls, saver }
}
