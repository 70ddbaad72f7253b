// Notes beside a film, a document or an image: by their places, each a way there; a new one begins at the place in view, with the selected words.
import { useInfiniteQuery } from '@tanstack/react-query'
import { MapPin, NotebookPen } from 'lucide-react'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { MarkWords } from '../../../anchors/mark-words.ts'
import type { StageHandle } from '../../../anchors/stage-handle.ts'
import { useTexts } from '../../../i18n.ts'
import { Button } from '../../../ui/button.tsx'
import { classes } from '../../../ui/class-names.ts'
import { SkeletonText } from '../../../ui/states.tsx'
import { ReadFailed } from '../../base/errors/read-failed.tsx'
import { NoteForm } from './note-form.tsx'
import { NoteItem } from './note-item.tsx'
import { NoteMarks, numbersOfNotes } from './note-marks.tsx'
import { besideQuery, type Note, type NotedFile, type Place, placeName } from './queries.ts'
import { useFoundPlaces } from './use-found-places.ts'
import { leftDraft, newThing, type WrittenNote } from './use-note.ts'
import type { OverStage } from '../../../viewer/panels.ts'

/** `thing`: the name of its draft; a form begins anew by another one. `id`: of the note, once it is made. */
type Editing = { thing: string; id: string | undefined; note?: Note; place: Place }

export function NoteBox({
  file,
  handle,
  asked,
  onOver,
}: {
  file: NotedFile
  /** undefined while the stage is not ready. */
  handle: StageHandle | undefined
  /** The note that the address asks for. */
  asked?: string | undefined
  onOver: (over: OverStage) => void
}) {
  const t = useTexts('notes')
  const beside = useInfiniteQuery(besideQuery(file))
  const listed = useMemo(() => beside.data?.pages.flatMap(({ items }) => items) ?? [], [beside.data])
  const notes = useFoundPlaces(listed, handle)
  const placed = useMemo(() => notes.filter((note) => note.placed), [notes])
  const [chosen, setChosen] = useState(asked)
  const [editing, setEditing] = useState<Editing>()
  const [placing, setPlacing] = useState(false)
  const list = useRef<HTMLDivElement>(null)
  const onPages = file.type !== 'video'
  const begin = (place: Place) => {
    setPlacing(false)
    setEditing({ thing: newThing(file), id: undefined, place })
  }
  const beginHere = () => {
    const words = handle?.selected?.()
    if (!words) return begin({ anchor: handle?.present() ?? (onPages ? 1 : 0), area: null, quote: '' })
    const boxes = words.boxes.map(({ x, y, width, height }) => [x, y, width, height])
    begin({ anchor: words.page, area: boxes.length > 0 ? { boxes } : null, quote: words.quote })
  }
  // words that were not sent come back with their form
  useEffect(() => {
    let left = false
    const { found, end } = leftDraft(file)
    void found.then((draft) => {
      if (draft && !left) setEditing((before) => before ?? { thing: draft.thing, id: undefined, place: draft.value as WrittenNote })
    })
    return () => {
      left = true
      end()
    }
  }, [file.activity, file.id])
  const goTo = useCallback(
    ({ id, anchor, area }: Note) => {
      setChosen(id)
      handle?.goTo(anchor, area?.boxes?.[0]?.[1] ?? area?.y)
    },
    [handle],
  )
  const arrived = useRef(false)
  useEffect(() => {
    const note = asked && !arrived.current && handle ? placed.find(({ id }) => id === asked) : undefined
    if (!note) return
    arrived.current = true
    goTo(note)
  }, [asked, handle, placed, goTo])
  const choose = useCallback((id: string | undefined) => {
    setChosen(id)
    if (id) list.current?.querySelector(`[data-note="${id}"]`)?.scrollIntoView({ block: 'nearest' })
  }, [])
  const words = useMemo<MarkWords>(
    () => ({
      kind: () => t('note'),
      layer: (page) => t('placeKeys', { page }),
      marksOfPage: (page) => t('onPage', { page }),
      ...{ comment: t('note'), remove: t('delete'), closeComment: t('done'), commentText: t('note'), textOnPage: t('note') },
    }),
    [t],
  )
  const latestBegin = useRef(begin)
  latestBegin.current = begin
  useEffect(() => {
    if (!onPages) return onOver({ ticks: placed.map(({ anchor }) => anchor) })
    onOver({
      layer: (page, shown, turns) => (
        <NoteMarks
          {...{ page, shown, turns, words, chosen }}
          notes={placed}
          onChoose={choose}
          onPlace={placing ? (x, y) => latestBegin.current({ anchor: page, area: { x, y }, quote: '' }) : undefined}
        />
      ),
    })
  }, [placed, chosen, placing, words, onPages, onOver, choose])
  useEffect(() => () => onOver({}), [onOver])
  const numbers = numbersOfNotes(placed)
  const lost = notes.filter((note) => !note.placed)
  const itemOf = (note: Note) =>
    editing && editing.id === note.id ? null : (
      <li
        key={note.id}
        data-note={note.id}
        aria-current={chosen === note.id || undefined}
        className={classes('rounded-card border p-2', chosen === note.id ? 'border-accent bg-accent-soft' : 'border-line bg-surface')}
      >
        <NoteItem
          note={note}
          onEdit={() => setEditing({ thing: note.id, id: note.id, note, place: note })}
          place={
            <Button variant="link" className="tabular shrink-0" action="note.open" onClick={() => goTo(note)}>
              {[onPages && note.placed && numbers.get(note.id), placeName(note)].filter(Boolean).join(' · ')}
            </Button>
          }
        />
      </li>
    )
  return (
    <div ref={list} className="space-y-2.5 p-3">
      <div className="flex flex-wrap gap-2">
        <Button size="sm" icon={NotebookPen} off={handle ? undefined : t('notReady')} onClick={beginHere}>
          {t('newHere')}
        </Button>
        {onPages && (
          <Button
            size="sm"
            variant={placing ? 'soft' : 'quiet'}
            icon={MapPin}
            off={handle ? undefined : t('notReady')}
            onClick={() => setPlacing(!placing)}
          >
            {t(placing ? 'cancelPlace' : 'markPlace')}
          </Button>
        )}
      </div>
      {placing && (
        <p role="status" className="text-small text-text-2">
          {t('placeHelp')}
        </p>
      )}
      {editing && (
        <NoteForm
          key={editing.thing}
          file={file}
          thing={editing.thing}
          note={editing.note}
          place={editing.place}
          onMade={(id) => setEditing((before) => (before?.thing === editing.thing ? { ...before, id } : before))}
          onClose={() => {
            setChosen(editing.id)
            setEditing(undefined)
          }}
        />
      )}
      {beside.error && !beside.data ? (
        <ReadFailed title={t('failed')} error={beside.error} at={beside.errorUpdatedAt} onRetry={() => void beside.refetch()} />
      ) : !beside.data ? (
        <SkeletonText lines={4} />
      ) : (
        <>
          {notes.length === 0 && !editing && (
            <p className="text-small text-text-2">{t(onPages && file.type === 'document' ? 'noneWords' : 'none')}</p>
          )}
          <ul aria-label={t('notes')} className="space-y-2">
            {placed.map(itemOf)}
          </ul>
          {lost.length > 0 && (
            <section aria-label={t('withoutPlace')} className="space-y-2">
              <h4 className="text-small font-semibold">{t('withoutPlace')}</h4>
              <p className="text-caption text-text-3">{t('withoutPlaceText')}</p>
              <ul className="space-y-2">{lost.map(itemOf)}</ul>
            </section>
          )}
          {beside.hasNextPage && (
            <Button size="sm" busy={beside.isFetchingNextPage} onClick={() => void beside.fetchNextPage()}>
              {t('more')}
            </Button>
          )}
        </>
      )}
    </div>
  )
}
