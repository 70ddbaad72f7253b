// Form of a note: its words and whom it is shared with. It saves by itself.
import { Check, CloudAlert, CloudCheck, type LucideIcon } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { useTexts } from '../../../i18n.ts'
import { Button } from '../../../ui/button.tsx'
import { Select, TextArea } from '../../../ui/fields/field.tsx'
import { time } from '../../../ui/format.ts'
import { Banner } from '../../../ui/marks/banner.tsx'
import { Spinner } from '../../../ui/progress.tsx'
import type { SaveState } from '../../base/drafts/autosave.ts'
import { DraftNote } from '../../base/drafts/draft-note.tsx'
import { problemText } from '../../base/errors/problem-text.ts'
import { type Audience, type Note, type NotedFile, type Place, placeName } from './queries.ts'
import { useNote } from './use-note.ts'

const most = 10_000

export function NoteForm({
  file,
  thing,
  note,
  place,
  onMade,
  onClose,
}: {
  file: NotedFile
  /** The name of its draft. */
  thing: string
  /** One that is changed. */
  note?: Note | undefined
  place: Place
  onMade: (id: string) => void
  onClose: () => void
}) {
  const t = useTexts('notes')
  const written = useNote(file, thing, note, place, onMade)
  const { value, change, state, theirs, isGone } = written
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => form.current?.querySelector('textarea')?.focus({ preventScroll: true }), [])
  const done = () => {
    if (isGone) written.keepAsNew()
    else written.save()
    onClose()
  }
  const error =
    state.kind === 'refused' && !isGone ? problemText(state.error, 'content') : value.content.length > most ? t('tooLong', { most }) : ''
  const name = placeName({ target_type: file.type, anchor: value.anchor, placed: true })
  return (
    // biome-ignore lint/a11y/noNoninteractiveElementInteractions: Escape closes it from whatever has the focus in it
    <form
      ref={form}
      aria-label={t(note ? 'change' : 'new')}
      onSubmit={(event) => {
        event.preventDefault()
        done()
      }}
      onKeyDown={(event) => {
        // the viewer around it has keys of its own
        event.stopPropagation()
        if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
          event.preventDefault()
          done()
        } else if (event.key === 'Escape') {
          event.preventDefault()
          written.leave()
          onClose()
        }
      }}
      className="space-y-2 rounded-card border border-line-mid bg-raised p-2.5"
    >
      <p className="tabular text-caption font-semibold text-text-2">{name}</p>
      {value.quote && <Quote text={value.quote} />}
      <DraftNote draft={{ ...written.draft, savedAt: undefined }} show={({ content }) => content} />
      {theirs && (
        <Banner tone="warn">
          <p className="mb-1 font-medium">{t('changedMeanwhile')}</p>
          <p className="mb-2 whitespace-pre-wrap wrap-break-word">{theirs.content}</p>
          <span className="flex flex-wrap gap-2">
            <Button size="sm" onClick={written.keepMine}>
              {t('keepMine')}
            </Button>
            <Button size="sm" onClick={written.takeTheirs}>
              {t('takeOther')}
            </Button>
          </span>
        </Banner>
      )}
      {isGone && (
        <Banner tone="warn">
          <p className="mb-2">{t('deletedMeanwhile')}</p>
          <Button size="sm" onClick={written.keepAsNew}>
            {t('keepAsNew')}
          </Button>
        </Banner>
      )}
      <TextArea label={t('note')} hideLabel rows={4} value={value.content} error={error} onChange={(content) => change({ content })} />
      <Select
        label={t('audience')}
        value={value.audience}
        options={(['me', 'teachers', 'course'] as const).map((audience) => ({ value: audience, label: t(`audience.${audience}`) }))}
        onChange={(audience: Audience) => change({ audience })}
      />
      <div className="flex min-h-(--control-sm) flex-wrap items-center gap-2">
        <Button type="submit" size="sm" variant="primary" action="note.create">
          {t('done')}
        </Button>
        <SaveLine state={state} />
      </div>
    </form>
  )
}

export const Quote = ({ text }: { text: string }) => (
  <blockquote dir="auto" className="line-clamp-3 border-s-3 border-line-mid ps-2 text-small text-text-2 wrap-break-word">
    {text}
  </blockquote>
)

function SaveLine({ state }: { state: SaveState }) {
  const t = useTexts('notes')
  const lines: Record<SaveState['kind'], [LucideIcon | undefined, string]> = {
    clean: [undefined, ''],
    saving: [undefined, t('saving')],
    saved: [CloudCheck, state.kind === 'saved' ? t('savedAt', { time: time(new Date(state.at)) }) : ''],
    device: [CloudAlert, t('onDevice')],
    conflict: [CloudAlert, t('onDevice')],
    refused: [undefined, ''],
  }
  const [Icon = state.kind === 'clean' || state.kind === 'refused' ? undefined : Check, text] = lines[state.kind]
  return (
    <p role="status" className="tabular flex min-w-0 items-center gap-1.5 text-caption text-text-3">
      {state.kind === 'saving' ? <Spinner size={12} /> : Icon && <Icon aria-hidden size={14} strokeWidth={1.75} className="shrink-0" />}
      {text}
    </p>
  )
}
