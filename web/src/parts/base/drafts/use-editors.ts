// Other editors of an activity or a question: this editor's beats, and the answers to them. A hint tells who comes and goes.
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { type Answer, call, currentScope } from '../../../client.ts'
import { query, queryClient } from '../../../queries.ts'
import { sendWhileLeaving } from '../page/send-while-leaving.ts'
import type { SavedBy } from './use-versions.tsx'

/** Milliseconds between two beats while the window is visible. */
const interval = 10_000

type Editor = Answer<'GET /api/activities/:id/editors'>['editors'][number]
/** crypto.randomUUID is missing on plain http in a local network. */
const newId = () =>
  [...crypto.getRandomValues(new Uint8Array(16))]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('')
    .replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12})$/, '$1-$2-4$3-8$4-$5')

/** Of this window: a form that begins again is the same editor, and its closing ends no other. */
const editor = newId()

/** `version`: that the server has, as far as a beat has said. */
export type OpenEditors = { others: readonly Editor[]; me: string; changed: SavedBy; version: number | undefined }

/** Without an id, of something new, nobody else has it open. */
export function useEditors(id: string | undefined, of: 'activities' | 'questions' = 'activities'): OpenEditors {
  const [told, setTold] = useState(false)
  const read = query(`GET /api/${of}/:id/editors`, { params: { id: id ?? '' } })
  const { data } = useQuery({ ...read, enabled: told, staleTime: Number.POSITIVE_INFINITY })
  const key = JSON.stringify(read.queryKey)
  useEffect(() => {
    if (id === undefined) return
    const beat = (open: boolean) =>
      call(`PUT /api/${of}/:id/editors`, { params: { id }, body: { editor, open } }).then(
        (answer) => {
          queryClient.setQueryData(JSON.parse(key), answer)
          if (open) setTold(true)
        },
        // the next beat may succeed, and nothing depends on it
        () => {},
      )
    const beatIfVisible = () => {
      if (!document.hidden) void beat(true)
    }
    beatIfVisible()
    const timer = setInterval(beatIfVisible, interval)
    // after a reload this window would see itself as another one
    const close = () => sendWhileLeaving(`/api/${of}/${id}/editors`, { editor, open: false }, 'PUT')
    window.addEventListener('pagehide', close)
    document.addEventListener('visibilitychange', beatIfVisible)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', beatIfVisible)
      window.removeEventListener('pagehide', close)
      void beat(false)
    }
  }, [id, of, key])
  const me = currentScope()?.person ?? ''
  const by = data?.changed_by
  return {
    others: told ? (data?.editors.filter((one) => one.editor !== editor) ?? []) : [],
    me,
    version: data?.version,
    changed: by && data.changed_at ? { name: by.name, at: data.changed_at, mine: by.id === me } : {},
  }
}
