// A score that somebody else has changed meanwhile: theirs stands in the cell until one of both is chosen.
import { useTexts } from '../../../i18n.ts'
import { pointsText } from '../../../parts/learning/scores/points-text.ts'
import { AnchoredPanel } from '../../../ui/dialogs/anchored-panel.tsx'
import { Button } from '../../../ui/button.tsx'
import { cellElement } from '../../../ui/sheet/sheet.ts'
import { excused } from './book.ts'
import type { Conflict } from './cell-saver.ts'

export function ConflictPanel({
  conflict: { person, item, mine, theirs, by },
  student,
  title,
  onSettle,
  onClose,
}: {
  conflict: Conflict
  student: string
  title: string
  onSettle: (mine: boolean) => void
  onClose: () => void
}) {
  const t = useTexts('scores')
  const shown = (value: string) => (value === '' ? t('nothing') : value === excused ? t('excusedShort') : pointsText(value))
  return (
    <AnchoredPanel find={() => cellElement(person, item)} title={t('conflictTitle')} onClose={onClose}>
      <p className="text-small text-text-2">
        {student} · {title}
      </p>
      <p className="mt-1.5">{by ? t('conflictBy', { name: by, value: shown(theirs) }) : t('conflictNow', { value: shown(theirs) })}</p>
      <div className="mt-3 flex flex-wrap gap-2">
        <Button onClick={() => onSettle(false)}>{t('keepTheirs', { value: shown(theirs) })}</Button>
        <Button onClick={() => onSettle(true)}>{t('writeMine', { value: shown(mine) })}</Button>
      </div>
    </AnchoredPanel>
  )
}
