// Hook of places in a document that replaced another: words of notes are found again on its pages, and the notes of the reader keep what was found.
import { useEffect, useMemo, useRef, useState } from 'react'
import { findQuote, type Letters, lettersOf } from '../../../anchors/find-quote.ts'
import type { StageHandle } from '../../../anchors/stage-handle.ts'
import { call } from '../../../client.ts'
import { type Note, refreshNotes } from './queries.ts'

/** The notes, those that were found at their pages. */
export function useFoundPlaces(notes: readonly Note[], handle: StageHandle | undefined): readonly Note[] {
  const [found, setFound] = useState<ReadonlyMap<string, number>>(new Map())
  const tried = useRef(new Set<string>())
  useEffect(() => {
    const pageText = handle?.pageText
    const lost = notes.filter(({ id, placed, quote }) => !placed && quote && !tried.current.has(id))
    if (!pageText || lost.length === 0) return
    let left = false
    const pages = new Map<number, Promise<Letters>>()
    const lettersOn = async (page: number) => {
      const known = pages.get(page) ?? pageText(page).then(lettersOf)
      pages.set(page, known)
      // many notes have many pages to be looked through: the page of the reader goes on in between
      await new Promise((resume) => setTimeout(resume))
      return await known
    }
    const find = async () => {
      for (const { id, quote, anchor, mine, open, version } of lost) {
        tried.current.add(id)
        const page = await findQuote(quote, anchor, lettersOn)
        if (left) {
          tried.current.delete(id)
          return
        }
        if (page === undefined) continue
        setFound((before) => new Map([...before, [id, page]]))
        if (mine && open) await call('PUT /api/notes/:id', { params: { id }, body: { anchor: page, quote, version } })
      }
      await refreshNotes()
    }
    // another window may have found it first, and a page that cannot be read leaves the place open
    void find().catch(() => {})
    return () => {
      left = true
    }
  }, [notes, handle])
  // one list while nothing was found: the stage draws marks by it, and a new one at each render would draw without an end
  return useMemo(
    () =>
      notes.map((note) => {
        const page = note.placed ? undefined : found.get(note.id)
        return page === undefined ? note : { ...note, anchor: page, area: null, placed: true }
      }),
    [notes, found],
  )
}
