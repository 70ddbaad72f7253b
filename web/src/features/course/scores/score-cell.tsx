// A score in the gradebook: the word before it says what is special, the icons what students do not see or can read.
import { CircleAlert, EyeOff, MessageSquareText } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTexts } from '../../../i18n.ts'
import { pointsText } from '../../../parts/learning/scores/points-text.ts'
import { classes } from '../../../ui/class-names.ts'
import { excused, type Item, type Row, shownCell } from './book.ts'

const tones = { late: 'bg-warn-soft text-warn-text', missing: 'bg-bad-soft text-bad-text', set: 'bg-note-soft text-note-text' }
export const Mark = ({ kind, children }: { kind: keyof typeof tones; children: string }) => (
  <span className={classes('rounded-mark px-1 text-[11px] leading-4 font-semibold', tones[kind])}>{children}</span>
)

export function ScoreCell({ row, item, digits }: { row: Row; item: Item; digits: number }) {
  const t = useTexts('scores')
  const cell = shownCell(row, item)
  const open = row.open?.get(item.id)
  const hidden = cell.value !== '' && !cell.released
  const icon = (Icon: typeof EyeOff, label: string): ReactNode => (
    <Icon role="img" aria-label={label} size={12} strokeWidth={2} className="shrink-0 text-text-3" />
  )
  return (
    <>
      {open?.state === 'conflict' && (
        <CircleAlert role="img" aria-label={t('conflict')} size={14} strokeWidth={2} className="shrink-0 text-bad-text" />
      )}
      {cell.comment && icon(MessageSquareText, t('hasComment'))}
      {hidden && icon(EyeOff, t('notReleased'))}
      {cell.missing ? (
        <Mark kind="missing">{t('mark.missing')}</Mark>
      ) : cell.overridden ? (
        <Mark kind="set">{t('mark.set')}</Mark>
      ) : (
        cell.late && <Mark kind="late">{t('mark.late')}</Mark>
      )}
      <span
        className={classes(
          'tabular',
          cell.missing && 'text-bad-text',
          cell.late && !cell.overridden && 'text-warn-text',
          (cell.value === '' || cell.value === excused) && 'text-text-3',
          open?.state === 'saving' && 'italic',
        )}
      >
        {cell.value === '' ? (
          <>
            <span aria-hidden>·</span>
            <span className="screen-reader">{t('noScore')}</span>
          </>
        ) : cell.value === excused ? (
          t('excusedShort')
        ) : (
          pointsText(cell.value, digits)
        )}
      </span>
    </>
  )
}
