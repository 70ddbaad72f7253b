// Note in a list: its place, which leads there, its words, and what its author and who moderates may do with it.
import { Ellipsis, EyeOff, Pencil, Trash2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTexts } from '../../../i18n.ts'
import { near } from '../../../ui/format.ts'
import { Chip } from '../../../ui/marks/chip.tsx'
import { Menu } from '../../../ui/menus/menu.tsx'
import { Quote } from './note-form.tsx'
import { type Note, placeName, removeNote, takeBackNote } from './queries.ts'

/** `place` is the button or link that leads to it. */
export function NoteItem({
  note,
  place,
  onEdit,
  children,
}: {
  note: Note
  place: ReactNode
  onEdit?: (() => void) | undefined
  children?: ReactNode
}) {
  const t = useTexts('notes')
  const { mine, can_take_back, audience, author, content, quote, updated_at } = note
  return (
    <>
      <div className="flex min-h-(--control-sm) items-center gap-1.5">
        {place}
        <span className="min-w-0 flex-1 truncate text-caption text-text-3">{mine ? near(updated_at) : <bdi>{author.name}</bdi>}</span>
        {audience !== 'me' && <Chip tone={mine ? 'note' : 'neutral'}>{t(`for.${audience}`)}</Chip>}
        {(mine || can_take_back) && (
          <Menu
            align="end"
            trigger={{ kind: 'icon', props: { label: t('actionsOf', { place: placeName(note) }), icon: Ellipsis, size: 'sm' } }}
            groups={[
              {
                items: mine
                  ? [
                      ...(onEdit ? [{ label: t('change'), icon: Pencil, onSelect: onEdit }] : []),
                      {
                        label: t('delete'),
                        icon: Trash2,
                        danger: true,
                        action: 'note.delete' as const,
                        onSelect: () => void removeNote(note),
                      },
                    ]
                  : [{ label: t('takeBack'), icon: EyeOff, onSelect: () => void takeBackNote(note) }],
              },
            ]}
          />
        )}
      </div>
      {quote && <Quote text={quote} />}
      {content && (
        <p dir="auto" className="mt-1 text-small whitespace-pre-wrap wrap-break-word">
          {content}
        </p>
      )}
      {children}
    </>
  )
}
